// A report: animation first, then plots, events, contacts and energies of runs.
import { animation } from "./animation.js";
import { Clock } from "./clock.js";
import { exactly, short } from "./data.js";
import { diagram } from "./diagram.js";
import { make, section } from "./page.js";
import { Plots } from "./plots.js";

const last = (r) => r.time.length ? r.time[r.time.length - 1] : 0;

export class View {
    // runs and bands (or null) are Runs, of bandRuns runs; network is {picture, scene} of the first run's model, or
    // null. plotted: what another view has plotted (wanted()), or null. room: its width [px].
    constructor({ runs, bands = null, bandRuns = 0, network = null, plotted = null, room = Math.min(innerWidth - 40, 1040) }) {
        Object.assign(this, { runs, bands, bandRuns, network, room, all: [], moving: null });
        this.run = runs[0]; // whose motion, events, contacts and energies are shown
        this.clock = new Clock(this.run.time.length ? this.run.time[0] : 0, Math.max(...runs.concat(bands ?? []).map(last)), this.run.events);
        this.plots = this.kept(new Plots(runs, this.clock, bands && { run: bands, count: bandRuns }));
        this.ofOneRun = make("div");
        this.note = make("p", { class: "note" });
        this.element = make("div", { class: "report" });
        this.fill();
        const had = (plotted ?? []).filter((w) => w.names.every((n) => this.run.byName.has(n)) && this.run.values(w.over));
        had.forEach((w) => this.plots.add(w));
        if (!had.length)
            this.firstPlots();
        this.element.append(this.ofOneRun);
        this.steady = this.clock.listeners.length; // so many listeners are of all runs
        this.showRun();
        this.press = (e) => this.keys(e);
        document.addEventListener("keydown", this.press);
        this.clock.tell();
    }

    // What is to be closed with the view.
    kept(plots) {
        this.all.push(plots);
        return plots;
    }

    wanted() {
        return this.plots.all.map((p) => p.wanted);
    }

    // Nothing of it listens any more.
    close() {
        document.removeEventListener("keydown", this.press);
        this.clock.toggle(false);
        this.all.forEach((plots) => plots.close());
        this.element.remove();
    }

    // ---------------------------------------------------------------- time

    transport() {
        const play = make("button", { class: "main", onclick: () => this.clock.toggle() }, "Play");
        const seek = make("input", { type: "range", min: this.clock.from, max: this.clock.to, step: "any", value: this.clock.from,
                                     "aria-label": "Time", oninput: () => this.clock.go(Number(seek.value)) });
        const time = make("output", { class: "time" });
        const speed = make("select", { "aria-label": "Speed", onchange: () => { this.clock.speed = Number(speed.value); } });
        const span = this.clock.to - this.clock.from;
        for (const [value, text] of [[1, "as it is"], [0.1, "a tenth"], [0.01, "a hundredth"], [0.001, "a thousandth"]])
            speed.append(make("option", { value }, text));
        const fit = span > 0 && (span < 3 || span > 30) ? span / 10 : 0;
        if (fit > 0) {
            speed.prepend(make("option", { value: fit }, `all of it in 10 s (× ${short(fit)})`));
            speed.value = String(fit);
            this.clock.speed = fit;
        }
        const slow = make("input", { type: "checkbox", checked: true, onchange: () => { this.clock.slow = slow.checked; } });
        this.clock.listen((t, playing) => {
            play.textContent = playing ? "Pause" : "Play";
            seek.value = t;
            seek.setAttribute("aria-valuetext", `${short(t)} seconds`);
            time.textContent = `${exactly(t)} s`;
        });
        const which = make("select", { onchange: () => this.choose(Number(which.value)) }, ...this.runs.map((r, k) => make("option", { value: k }, r.label)));
        this.chosen = which;
        return make("div", { class: "transport" }, ...(this.runs.length > 1 ? [make("label", { class: "which" }, "run ", which)] : []), play,
                    make("button", { onclick: () => this.clock.next(-1), "aria-label": "Previous event" }, "‹ event"),
                    make("button", { onclick: () => this.clock.next(1), "aria-label": "Next event" }, "event ›"),
                    seek, time, make("label", {}, "speed ", speed), make("label", {}, slow, " slower at events"));
    }

    keys(e) {
        const fields = this.element.contains(e.target) ? "input:not([type=range], [type=checkbox]), select, textarea"
            : "input, select, textarea, [contenteditable=true]"; // beside it all that takes keys
        if (this.element.offsetParent === null || e.target.closest(fields) || e.ctrlKey || e.metaKey || e.altKey)
            return;
        const step = (this.clock.to - this.clock.from) / (e.shiftKey ? 1000 : 100);
        const acts = { " ": () => this.clock.toggle(), ArrowRight: () => this.clock.go(this.clock.time + step),
                       ArrowLeft: () => this.clock.go(this.clock.time - step), Home: () => this.clock.go(this.clock.from),
                       End: () => this.clock.go(this.clock.to), n: () => this.clock.next(1), p: () => this.clock.next(-1),
                       r: () => this.choose((this.runs.indexOf(this.run) + 1) % this.runs.length) };
        if (!acts[e.key] || (e.key === " " && e.target.matches("button, input, summary, a")))
            return;
        e.preventDefault();
        acts[e.key]();
    }

    // ---------------------------------------------------------------- plots

    // What a reader most likely wants: places of bodies and forces of contacts, by their names.
    firstPlots() {
        const { plots, run } = this;
        const named = (pattern) => run.signals.filter((s) => pattern.test(s.name) && s.column >= 0).map((s) => s.name);
        const contacts = this.contactNames();
        const moves = (n) => run.byName.has(n.replace(/\.s$/, ".v").replace(/\.phi$/, ".w")) &&
            run.values(n).some((v, i, all) => v !== all[0]);
        const add = (names) => this.bands ? names.slice(0, 2).forEach((n) => plots.add({ names: [n], over: "time" }))
            : plots.add({ names, over: "time" }); // bands lie over each other
        const bodies = named(/^[^.]+\.(s|phi)$/).filter(moves).slice(0, 4);
        const places = bodies.length ? bodies : named(/(^|\.)(s|phi|x|h)$/).slice(0, 4);
        const forces = contacts.map((c) => c.force).slice(0, 4);
        if (places.length)
            add(places);
        if (forces.length)
            add(forces);
        const temperatures = named(/(^|\.)T$/).slice(0, 4);
        if (temperatures.length)
            add(temperatures);
        if (!plots.all.length && run.signals.length)
            plots.add({ names: run.signals.slice(0, 3).map((s) => s.name), over: "time" });
    }

    picker() {
        const { plots } = this;
        const search = make("input", { type: "search", placeholder: `search ${this.run.signals.length} signals`, "aria-label": "Search signals" });
        const list = make("ul", { class: "signals" }), over = make("input", { type: "search", value: "time", "aria-label": "Plot over" , list: "names" });
        const log = make("input", { type: "checkbox" }), count = make("span", { role: "status" });
        const fill = () => {
            const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
            const found = this.run.signals.filter((s) => words.every((w) => `${s.name} ${s.doc}`.toLowerCase().includes(w)));
            count.textContent = found.length > 60 ? `the first 60 of ${found.length}` : `${found.length} found`;
            list.replaceChildren(...found.slice(0, 60).map((s) => make("li", {}, make("label", {},
                make("input", { type: "checkbox", value: s.name }), make("code", {}, s.name), ` ${s.unit ? `[${s.unit}] ` : ""}${s.doc}`))));
        };
        search.addEventListener("input", fill);
        const names = make("datalist", { id: "names" });
        const add = () => {
            const picked = [...list.querySelectorAll(":checked")].map((e) => e.value);
            if (picked.length && this.run.values(over.value))
                plots.add({ names: picked, over: over.value, log: log.checked });
            else
                count.textContent = picked.length ? `there is no signal ${over.value}` : "mark signals first";
        };
        const details = make("details", {}, make("summary", {}, "Add a plot"), search, " ", count, list,
            make("div", { class: "row" }, make("label", {}, "over ", over), names, make("label", {}, log, " logarithmic"),
                 make("button", { onclick: add }, "Plot")));
        details.addEventListener("toggle", () => {
            if (details.open && !names.children.length) {
                fill();
                names.append(make("option", { value: "time" }), ...this.run.signals.map((s) => make("option", { value: s.name })));
            }
        });
        return details;
    }

    download() {
        const cell = (text) => `"${text.replaceAll("\"", "\"\"")}"`, columns = this.run.signals.map((s) => this.run.values(s.name));
        const lines = [["time", ...this.run.signals.map((s) => s.name)].map(cell).join(",")];
        for (let i = 0; i < this.run.time.length; i++)
            lines.push([this.run.time[i], ...columns.map((c) => c[i])].map(exactly).join(","));
        const link = make("a", { download: "report.csv", href: URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" })) });
        link.click();
    }

    // ---------------------------------------------------------------- events, contacts, energies

    events() {
        if (!this.run.events.length)
            return section("Events", make("p", {}, "Nothing happened that changed how the bodies move: there are no events."));
        const SIZE = 100, body = make("tbody"), more = make("p", { class: "row pages" });
        let first = 0;
        const fill = () => {
            body.replaceChildren(...this.run.events.slice(first, first + SIZE).map((e) => make("tr", { "data-event": e.number },
                make("td", { class: "number" }, make("button", { class: "link", onclick: () => this.clock.go(e.time) }, exactly(e.time))),
                make("td", {}, e.component), make("td", {}, e.name),
                make("td", { class: "number" }, e.force && !Number.isNaN(e.before) ? exactly(e.before) : ""),
                make("td", { class: "number" }, e.force && !Number.isNaN(e.behind) ? exactly(e.behind) : ""))));
            const end = Math.min(first + SIZE, this.run.events.length);
            const go = (to, text, off) => make("button", { disabled: off, onclick: () => { first = to; fill(); } }, text);
            more.replaceChildren(...(this.run.events.length > SIZE ? [go(first - SIZE, "earlier", first === 0), ` ${first + 1} to ${end} of ${this.run.events.length} `,
                                                                 go(first + SIZE, "later", end === this.run.events.length)] : []));
            if (this.run.meta.eventCount > this.run.events.length)
                more.append(` (the run had ${this.run.meta.eventCount}: the first ${this.run.events.length} are in this page)`);
        };
        fill();
        const now = make("p", { class: "visually-hidden", "aria-live": "polite" });
        this.clock.listen((t, playing) => {
            if (playing)
                return;
            const here = this.run.events.filter((e) => e.time === t);
            if (here.length && (here[0].number < first || here[0].number >= first + SIZE)) {
                first = Math.floor(here[0].number / SIZE) * SIZE;
                fill();
            }
            for (const row of body.rows)
                row.toggleAttribute("aria-current", here.some((e) => e.number === Number(row.dataset.event)));
            now.textContent = here.map((e) => `${e.component} ${e.name}, ${short(e.time)} seconds`).join("; ");
        });
        const head = ["time [s]", "component", "what happened", "force before", "force behind"];
        return section("Events", now, make("div", { class: "scroll" }, make("table", { class: "events" },
            make("thead", {}, make("tr", {}, ...head.map((h) => make("th", { scope: "col" }, h)))), body)), more);
    }

    contactNames() {
        const found = [];
        for (const s of this.run.signals) {
            const name = s.name.match(/^(.*)\.contact$/)?.[1], has = (x) => this.run.byName.has(`${name}.${x}`);
            if (name && has("f") && has("s_rel"))
                found.push({ name, force: `${name}.f`, way: `${name}.s_rel`, speed: `${name}.v_rel`, state: s.name });
            else if (name && has("tau") && has("phi_rel"))
                found.push({ name, force: `${name}.tau`, way: `${name}.phi_rel`, speed: `${name}.w_rel`, state: s.name });
        }
        return found;
    }

    contacts() {
        const all = this.contactNames();
        if (!all.length)
            return "";
        const body = make("tbody"), loops = this.kept(new Plots(this.runs, this.clock)), box = make("details", {}, make("summary", {}, "Loops of force and phase"), loops.element);
        for (const c of all.slice(0, 200)) {
            const force = this.run.values(c.force), state = this.run.values(c.state);
            let touches = state[0] > 0 ? 1 : 0, peak = 0, at = NaN, closed = 0;
            for (let i = 0; i < force.length; i++) {
                if (i > 0 && state[i] > 0 && !(state[i - 1] > 0))
                    touches++;
                if (i > 0 && state[i - 1] > 0)
                    closed += this.run.time[i] - this.run.time[i - 1];
                if (Math.abs(force[i]) > peak) {
                    peak = Math.abs(force[i]);
                    at = this.run.time[i];
                }
            }
            body.append(make("tr", {}, make("th", { scope: "row" }, c.name), make("td", { class: "number" }, String(touches)),
                             make("td", { class: "number" }, `${short(closed)} s`),
                             make("td", { class: "number" }, peak > 0 ? `${short(peak)} ${this.run.byName.get(c.force).unit}` : "0"),
                             make("td", { class: "number" }, peak > 0 ? make("button", { class: "link", onclick: () => this.clock.go(at) }, `${short(at)} s`) : "")));
        }
        box.addEventListener("toggle", () => {
            if (box.open && !loops.all.length)
                for (const c of all.slice(0, 12)) {
                    loops.add({ names: [c.force], over: c.way });
                    if (this.run.byName.has(c.speed))
                        loops.add({ names: [c.speed], over: c.way });
                }
        });
        const head = ["contact", "touches", "time closed", "largest force", "at"];
        return section("Contacts", make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {},
            ...head.map((h) => make("th", { scope: "col" }, h)))), body)), box);
    }

    energies() {
        const flows = this.run.meta.flows;
        if (!flows.length)
            return "";
        // Series of the page become signals, so that plots know them like any other.
        const names = { taken: [], lost: [] };
        for (const [component, series] of flows)
            for (const [k, kind] of [[0, "taken"], [1, "lost"]]) {
                const name = `${component}: ${kind === "taken" ? "work taken in" : "lost"}`, v = this.run.series(series + k);
                if (kind === "lost" && v.every((x) => x === 0))
                    continue;
                this.run.byName.set(name, { name, unit: "J", doc: "", discrete: false, column: series + k });
                names[kind].push(name);
            }
        const plots = this.kept(new Plots([this.run], this.clock));
        const box = section("Energy", make("p", {}, `What each component takes in at its flanges, and what of it is lost: work from row to row. ` +
            `The sum over all components, which is 0 but for the intervals of rows and for impacts that take no time, stays below ` +
            `${short(this.run.meta.closure)} J, the largest of them being ${short(this.run.meta.largestFlow)} J.` +
            (this.run.meta.flowCount > flows.length ? ` The ${flows.length} largest of ${this.run.meta.flowCount} components are kept.` : "")), plots.element);
        requestAnimationFrame(() => {
            plots.add({ names: names.taken.slice(0, 8), over: "time" });
            if (names.lost.length)
                plots.add({ names: names.lost.slice(0, 8), over: "time" });
        });
        return box;
    }

    // ---------------------------------------------------------------- all of it

    showMotion() {
        const before = this.moving;
        this.moving = before?.use ? before : diagram(this.run, this.network, this.room) ?? animation(this.run, this.runs);
        this.moving?.use?.(this.run);
        if (!this.moving)
            return null;
        if (before && before !== this.moving)
            before.element.replaceWith(this.moving.element);
        this.note.replaceChildren(this.moving.note, " Keys: space plays, arrows move (with shift less), n and p go to the next and the " +
            `previous event, home and end${this.runs.length > 1 ? ", r shows the next run" : ""}.`);
        return this.moving.element;
    }

    // What is of one run only is made anew.
    showRun() {
        this.clock.listeners.length = this.steady;
        this.clock.stopAt(this.run.events);
        this.all.splice(1).forEach((plots) => plots.close());
        this.ofOneRun.replaceChildren(this.events(), this.contacts(), this.energies());
    }

    choose(k) {
        this.run = this.runs[k];
        this.chosen.value = String(k);
        this.showMotion();
        this.showRun();
        this.clock.tell();
    }

    // What of a run is not in the page.
    honest() {
        const notes = this.runs.filter((r) => !r.whole).map((r) => r.meta.allRows
            ? `${r.label}: all ${r.rows} rows are in this page, with fewer digits between events than the file has.${r.file ? ` All digits are in ${r.file}.` : ""}`
            : `${r.label}: ${r.rows} rows are too many for a page. Of each part of the time it has the ` +
            `least and the greatest value (${r.time.length} points), and events with both sides.${r.file ? ` All rows are in ${r.file}.` : ""}`);
        if (this.bands)
            notes.push(`Of ${this.bandRuns} runs plots over time show, at ${this.bands.time.length} common times, all values in the light band, the ` +
                `middle half of them in the dark one, and their median as a line; the dashed line is ${this.run.label}, as is all else on this page.`);
        return notes;
    }

    fill() {
        const { run, plots } = this, picture = this.showMotion();
        if (picture) {
            this.clock.listen((t) => this.moving?.show(t));
            this.element.append(section("Motion", picture, this.transport(), this.note));
        } else
            this.element.append(section("Motion", make("p", {}, "These results name no flanges of components, so that there is nothing to draw in motion."), this.transport()));
        this.element.append(section("Plots", ...this.honest().map((t) => make("p", { class: "note" }, t)), this.picker(), plots.element,
            make("div", { class: "row" }, make("button", { onclick: () => plots.whole() }, "Show all of the time"),
                 make("button", { onclick: () => this.download() }, run.whole ? "All rows as CSV" : "The points of this page as CSV")),
            make("p", { class: "note" }, "Drag over a plot to look closer; click to go there.")));
    }
}
