// The playground: two tabs, contact laws and models, beside one worker that computes.
import { Core } from "./core.js";
import { Laws } from "./law.js";
import { readFragment, writeFragment } from "./share.js";

const core = new Core(), asked = readFragment(location.hash);
const root = document.documentElement, panels = {}, tabs = {};

for (const name of ["law", "model"]) {
    panels[name] = document.getElementById(name);
    tabs[name] = document.getElementById(`tab-${name}`);
    tabs[name].addEventListener("click", () => show(name));
    tabs[name].addEventListener("keydown", (e) => {
        if (e.key === "ArrowLeft" || e.key === "ArrowRight") {
            const other = name === "law" ? "model" : "law";
            show(other);
            tabs[other].focus();
        }
    });
}

// What the address says of the tab that is shown: another page, or the same later, shows it again.
function remember(values) {
    const fragment = writeFragment({ embed: asked.embed, ...values });
    history.replaceState(null, "", fragment);
    document.querySelector("a.whole").href = writeFragment({ ...values });
}

const makers = {
    law: async (values) => new Laws(core, panels.law, values, remember),
    model: async (values) => {
        const { Models } = await import("./model.js");
        return new Models(core, panels.model, values, remember);
    },
};
const made = {};

async function show(name, values = {}) {
    for (const other of Object.keys(panels)) {
        panels[other].hidden = other !== name;
        tabs[other].setAttribute("aria-selected", String(other === name));
        tabs[other].tabIndex = other === name ? 0 : -1;
    }
    const first = !made[name];
    made[name] ??= makers[name](values);
    (await made[name]).shown(first);
}

if (asked.embed) {
    root.classList.add("embedded");
    document.querySelector("a.whole").hidden = false;
}
show(asked.example || asked.text || asked.model ? "model" : "law", asked);
addEventListener("hashchange", () => location.reload()); // another fragment is another page
if ("serviceWorker" in navigator && !asked.embed)
    navigator.serviceWorker.register("sw.js").catch(() => {}); // then it needs a network the next time, too
