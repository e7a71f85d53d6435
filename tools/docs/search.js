// The search of the documentation: works from files alone, by an index that the page has loaded (search-index.js).
(() => {
    const field = document.querySelector("#search input");
    const list = document.querySelector("#search ol");
    const root = document.body.dataset.root;
    const most = 12;

    // How well an entry fits: every word has to stand in it; titles count most, then headings.
    function worth(entry, words) {
        let sum = 0;
        for (const word of words) {
            const title = entry.title.toLowerCase();
            const at = title.indexOf(word);
            if (at >= 0) {
                sum += title === word || title.endsWith("." + word) ? 60 : at === 0 ? 30 : 20;
            } else if (entry.page.toLowerCase().includes(word)) {
                sum += 6;
            } else if (entry.lower.includes(word)) {
                sum += 1;
            } else {
                return 0;
            }
        }
        return sum - Math.min(entry.title.length, 80) / 100;
    }

    function excerpt(entry, words) {
        const at = Math.max(0, entry.lower.indexOf(words[0]) - 40);
        return (at > 0 ? "…" : "") + entry.text.slice(at, at + 130);
    }

    function show() {
        const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        list.replaceChildren();
        if (!words.length) return;
        const found = window.searchIndex
            .map((entry) => ({ entry, value: worth(entry, words) }))
            .filter((x) => x.value > 0)
            .sort((a, b) => b.value - a.value)
            .slice(0, most);
        for (const { entry } of found) {
            const line = document.createElement("li");
            const link = document.createElement("a");
            link.href = root + entry.url;
            link.textContent = entry.page === entry.title ? entry.title : entry.page + " › " + entry.title;
            const small = document.createElement("small");
            small.textContent = excerpt(entry, words);
            link.append(small);
            line.append(link);
            list.append(line);
        }
        if (!found.length) {
            const line = document.createElement("li");
            line.textContent = "Nothing has all of these words.";
            list.append(line);
        }
    }

    for (const entry of window.searchIndex) entry.lower = entry.text.toLowerCase();
    field.addEventListener("input", show);
    document.addEventListener("keydown", (event) => {
        if (event.key === "/" && document.activeElement !== field) {
            event.preventDefault();
            field.focus();
        } else if (event.key === "Escape") {
            field.value = "";
            show();
        } else if (event.key === "Enter" && document.activeElement === field && list.querySelector("a")) {
            list.querySelector("a").click();
        }
    });

    // Code is copied by a button.
    for (const block of document.querySelectorAll(".shown")) {
        const button = document.createElement("button");
        button.textContent = "Copy";
        button.addEventListener("click", () => {
            navigator.clipboard?.writeText(block.querySelector("pre").textContent);
            button.textContent = "Copied";
        });
        block.append(button);
    }
    const side = document.querySelector(".side details");
    if (side && matchMedia("(max-width: 52rem)").matches) side.open = false;
})();
