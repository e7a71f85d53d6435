// A model's text, what is wrong with it at its place, and its run.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { Run } from "../src/report/web/data.js";
import { make } from "../src/report/web/page.js";
import { View } from "../src/report/web/view.js";
import { colours, languageOf } from "./languages.js";
import { pack, unpack } from "./share.js";

const PAUSE = 250; // of typing, before the text is looked at [ms]
const FIRST = "ElastoGap.mo";
const ENGINES = ["auto", "exact", "erk", "irk", "fixed"];

// A place in bytes of UTF-8 as one in letters of a line.
function letterAt(line, column) {
    const bytes = new TextEncoder().encode(line).slice(0, Math.max(0, column - 1));
    return new TextDecoder().decode(bytes).length;
}

function parseMarkup(text) {
    return [...new DOMParser().parseFromString(`<!DOCTYPE html><body>${text}</body>`, "text/html").body.childNodes].map((n) => document.importNode(n, true));
}

// Ours, but its texts are a model's: no scripts run of it, since the policy of the page allows none.
function parseSvg(text) {
    return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

export class Models {
    constructor(core, panel, values, remember) {
        Object.assign(this, { core, panel, remember, examples: {}, example: null, name: "Model.mo", view: null, run: 0, checked: 0, timer: 0, running: false, plotted: null });
        this.fill();
        this.start(values);
    }

    async start(values) {
        this.examples = await (await fetch("examples.json")).json();
        for (const [group, names] of Object.entries(this.groups()))
            this.choice.append(make("optgroup", { label: group }, ...names.map((n) => make("option", { value: n }, `${n}: ${this.examples[n].title}`))));
        for (const [key, box] of [["stop", this.stopTime], ["tolerance", this.tolerance], ["interval", this.interval]])
            if (typeof values[key] === "string" && Number(values[key]) > 0)
                box.value = values[key];
        if (ENGINES.includes(values.engine))
            this.engine.value = values.engine;
        const text = typeof values.text === "string" ? await unpack(values.text) : null;
        if (text !== null) {
            this.show(text, typeof values.name === "string" ? values.name : "Model.mo");
            this.choice.value = "";
            await this.simulate();
        } else {
            if (typeof values.text === "string")
                this.say("The text in this address is not whole: ask for the link again.", true);
            await this.open(this.exampleNamed(values.example) ?? FIRST);
        }
    }

    // "ElastoGap" is ElastoGap.mo.
    exampleNamed(name) {
        if (typeof name !== "string")
            return null;
        const found = [name, `${name}.mo`, `${name}.dyad`, `${name}.emx`].find((n) => Object.hasOwn(this.examples, n));
        if (!found)
            this.say(`There is no example ${name}; this is ${FIRST}.`, true);
        return found ?? null;
    }

    groups() {
        const out = { Modelica: [], Dyad: [], "20-sim": [] };
        for (const name of Object.keys(this.examples))
            out[name.endsWith(".dyad") ? "Dyad" : name.endsWith(".emx") ? "20-sim" : "Modelica"].push(name);
        return out;
    }

    fill() {
        const number = (label, id, unit) => make("input", { type: "text", inputmode: "decimal", size: 6, id, "aria-label": unit ? `${label} in ${unit}` : label, placeholder: "model's" });
        this.choice = make("select", { id: "example", "aria-label": "Example", onchange: () => { if (this.choice.value) this.open(this.choice.value); } }, make("option", { value: "" }, "your own text"));
        this.engine = make("select", { id: "engine" }, ...ENGINES.map((e) => make("option", { value: e }, e)));
        this.stopTime = number("stop time", "stop-time", "s");
        this.interval = number("interval", "interval", "s");
        this.tolerance = number("tolerance", "tolerance");
        this.go = make("button", { class: "main", onclick: () => this.simulate(), title: "Ctrl+Enter" }, "Run");
        this.halt = make("button", { onclick: () => this.core.stop(), disabled: true }, "Stop");
        this.progress = make("progress", { max: 1, value: 0, "aria-label": "How far the run has come", hidden: true });
        this.share = make("button", { onclick: () => this.link() }, "Share");
        this.csv = make("button", { onclick: () => this.download(), disabled: true }, "CSV");
        this.status = make("p", { class: "status", role: "status" });
        this.messages = make("ul", { class: "messages", "aria-label": "What is said of the text" });
        this.results = make("div", { class: "results" });
        this.editorPlace = make("div", { class: "editor" });
        this.language = new Compartment();
        const field = (label, id, ...children) => make("span", { class: "option" }, make("label", { for: id }, label), ...children);
        this.panel.append(make("div", { class: "workshop" },
            make("div", { class: "desk" },
                make("div", { class: "row tools" }, this.choice, this.go, this.halt, this.share, this.csv, this.progress),
                make("details", { class: "settings" }, make("summary", {}, "How it is run"), make("div", { class: "row" },
                    field("engine", "engine", this.engine), field("stop time [s]", "stop-time", this.stopTime),
                    field("interval [s]", "interval", this.interval), field("tolerance", "tolerance", this.tolerance))),
                this.editorPlace, this.status, this.messages),
            this.results));
        this.editor = new EditorView({ parent: this.editorPlace, state: this.stateOf("") });
    }

    stateOf(text) {
        const run = { key: "Mod-Enter", run: () => { this.simulate(); return true; } };
        return EditorState.create({ doc: text, extensions: [lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(),
            highlightSelectionMatches(), lintGutter(), keymap.of([run, ...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]), colours,
            this.language.of(languageOf(this.name)), EditorView.lineWrapping,
            EditorView.contentAttributes.of({ "aria-label": "The model's text; Escape, then Tab leaves it" }),
            EditorView.updateListener.of((u) => { if (u.docChanged) this.edited(); })] });
    }

    text() {
        return this.editor.state.doc.toString();
    }

    show(text, name) {
        this.name = name;
        this.editor.setState(this.stateOf(text));
    }

    async open(name) {
        const { text, files } = this.examples[name];
        this.example = name;
        this.choice.value = name;
        this.plotted = null;
        this.show(text, name);
        this.core.call("files", { files: files ?? {} }).catch(() => {});
        this.tellAddress();
        await this.simulate();
    }

    edited() {
        this.choice.value = this.example && this.text() === this.examples[this.example].text ? this.example : "";
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.check(), PAUSE);
    }

    say(text, bad = false) {
        this.status.textContent = text;
        this.status.classList.toggle("warning", bad);
    }

    // ---------------------------------------------------------------- what is wrong

    async check() {
        if (this.running)
            return;
        const turn = ++this.checked;
        try {
            const answer = await this.core.call("check", { source: this.text(), name: this.name });
            if (turn !== this.checked)
                return;
            this.point(answer.diagnostics);
            this.say(answer.model ? `${answer.model}${answer.comment ? `: ${answer.comment}` : ""}` : "");
            this.tellAddress();
        } catch (e) {
            this.broke(e);
        }
    }

    place(d) {
        const { doc } = this.editor.state;
        if (d.file !== this.name || d.line < 1 || d.line > doc.lines)
            return null;
        const line = doc.line(d.line), at = Math.min(letterAt(line.text, d.column), line.length);
        const word = line.text.slice(at).match(/^([\w.]+|\S)/u)?.[0].length ?? 0;
        return { from: line.from + at, to: line.from + at + word };
    }

    point(diagnostics) {
        const text = (d) => d.remedy ? `${d.message}\nremedy: ${d.remedy}` : d.message, severity = { note: "info", warning: "warning", error: "error" };
        const placed = diagnostics.map((d) => [d, this.place(d)]);
        this.editor.dispatch(setDiagnostics(this.editor.state, placed.filter(([, p]) => p)
            .map(([d, p]) => ({ ...p, severity: severity[d.severity], message: text(d) })).sort((a, b) => a.from - b.from)));
        this.messages.replaceChildren(...placed.map(([d, p]) => {
            const where = d.line > 0 ? `${d.file === this.name ? "" : `${d.file}:`}${d.line}:${d.column}` : "";
            const jump = p ? make("button", { class: "link place", onclick: () => this.jump(p) }, where) : where;
            return make("li", { class: d.severity }, make("strong", {}, d.severity), " ", jump, ` ${d.message}`,
                ...(d.remedy ? [make("div", { class: "remedy" }, `remedy: ${d.remedy}`)] : []));
        }));
    }

    jump({ from }) {
        this.editor.dispatch({ selection: { anchor: from }, scrollIntoView: true });
        this.editor.focus();
    }

    broke(e) {
        if (e.message === "stopped")
            this.say("Stopped.");
        else
            this.say(`This was too much for a page (${e.message}). The program on your own machine has more room: elastogap simulate ${this.name}`, true);
    }

    // ---------------------------------------------------------------- runs

    // undefined: as the model says; null: what is written there is no number.
    numberIn(box) {
        const text = box.value.trim().replace(",", ".");
        if (!text)
            return undefined;
        return Number(text) > 0 ? Number(text) : null;
    }

    async simulate() {
        const stop = this.numberIn(this.stopTime), interval = this.numberIn(this.interval), tolerance = this.numberIn(this.tolerance);
        for (const [value, label] of [[stop, "stop time"], [interval, "interval"], [tolerance, "tolerance"]])
            if (value === null) {
                this.say(`The ${label} must be a number more than 0, or left empty for the model's own.`, true);
                return;
            }
        if (this.running)
            return;
        clearTimeout(this.timer);
        this.checked++;
        this.running = true;
        this.busy(true);
        this.core.tell = (share) => { this.progress.value = share; };
        const begun = performance.now();
        try {
            const answer = await this.core.call("run", { source: this.text(), name: this.name, engine: this.engine.value, stop, interval, tolerance });
            this.point(answer.diagnostics);
            this.present(answer);
            this.say(answer.report ? `${answer.status === 0 ? "" : "The run broke off. "}${Math.round(performance.now() - begun)} ms` : "It did not run: see below.", answer.status !== 0);
        } catch (e) {
            this.csv.disabled = true;
            this.broke(e);
        }
        this.running = false;
        this.busy(false);
        this.tellAddress();
        this.panel.dataset.runs = String(++this.run);
    }

    busy(on) {
        this.go.disabled = on;
        this.halt.disabled = !on;
        this.progress.hidden = !on;
        this.progress.value = 0;
    }

    present(answer) {
        this.plotted = this.view?.wanted() ?? this.plotted;
        this.view?.close();
        this.view = null;
        this.results.replaceChildren();
        this.csv.disabled = !answer.report;
        if (!answer.report)
            return;
        const network = answer.svg && answer.scene ? { picture: parseSvg(answer.svg), scene: JSON.parse(answer.scene) } : null;
        const run = new Run(answer.report.runs[0], answer.data);
        const head = make("div", {}, ...(network || !answer.svg ? [] : [make("section", {}, make("div", { class: "stage" }, parseSvg(answer.svg)))]));
        this.results.append(make("h2", { class: "title" }, answer.report.title), ...parseMarkup(answer.facts), head);
        this.view = new View({ runs: [run], network, plotted: this.plotted, room: Math.max(280, this.results.clientWidth - 8) });
        this.results.append(this.view.element, make("section", {}, ...parseMarkup(answer.parameters)), make("section", {}, make("h2", {}, "How it was computed"), ...parseMarkup(answer.statistics)));
        this.results.querySelector("details:has(.parameters)")?.removeAttribute("open");
        this.plotted = null;
    }

    async download() {
        const text = await this.core.call("csv");
        const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
        make("a", { download: `${this.name.replace(/\.\w+$/, "")}.csv`, href: url }).click();
        setTimeout(() => URL.revokeObjectURL(url), 10000);
    }

    // ---------------------------------------------------------------- the address

    async tellAddress() {
        if (this.panel.hidden)
            return;
        const own = !this.choice.value, options = { engine: this.engine.value === "auto" ? undefined : this.engine.value };
        for (const [key, box] of [["stop", this.stopTime], ["tolerance", this.tolerance], ["interval", this.interval]])
            options[key] = box.value.trim() || undefined;
        this.remember(own ? { name: this.name, text: await pack(this.text()), ...options } : { example: this.example.replace(/\.mo$/, ""), ...options });
    }

    async link() {
        await this.tellAddress();
        const address = document.querySelector("a.whole").href;
        try {
            await navigator.clipboard.writeText(address);
            this.say(`The link is on the clipboard: ${address.length} letters that hold the whole text.`);
        } catch {
            this.say("The address of this page is the link: copy it from there.");
        }
    }

    shown(first) {
        if (!first)
            this.tellAddress();
    }
}
