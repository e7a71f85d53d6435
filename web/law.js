// A contact law and its constants: what they come to follows the sliders.
import { exactly, short } from "../src/report/web/data.js";
import { make } from "../src/report/web/page.js";
import { Chart } from "./charts.js";

// least > 0: the slider goes by ratios, and stands at its left end for 0 where that is allowed.
const NUMBERS = {
    c: { name: "stiffness c", unit: "N/m", curved: "N/mⁿ", value: 1e5, least: 10, most: 1e9, log: true, above: true },
    d: { name: "damping d", unit: "N·s/m", value: 100, least: 0.01, most: 1e5, log: true },
    e: { name: "restitution e", unit: "", value: 0.6, least: 0.01, most: 1, above: true, end: 1 },
    n: { name: "exponent n", unit: "", value: 1, least: 1, most: 3, from: 1 },
    transition: { name: "transition", unit: "m", value: 1e-3, least: 1e-7, most: 0.1, log: true, above: true },
    mass: { name: "mass", unit: "kg", value: 1, least: 1e-3, most: 1e4, log: true, above: true },
    speed: { name: "speed at touch", unit: "m/s", value: 1, least: 1e-3, most: 100, log: true, above: true },
    load: { name: "load", unit: "N", value: 9.81, least: 1e-3, most: 1e5, log: true },
};
const STEPS = 1000; // of a slider

function toSlider(p, value) {
    const share = p.log ? Math.log(Math.max(value, p.least) / p.least) / Math.log(p.most / p.least) : (value - p.least) / (p.most - p.least);
    return Math.round(STEPS * Math.min(1, Math.max(0, share)));
}

// Three digits are enough for a hand.
function fromSlider(p, place) {
    if (place === 0 && p.log && !p.above)
        return 0;
    const share = place / STEPS;
    return Number((p.log ? p.least * (p.most / p.least) ** share : p.least + share * (p.most - p.least)).toPrecision(3));
}

function isAllowed(p, value) {
    return Number.isFinite(value) && (p.above ? value > 0 : value >= (p.from ?? 0)) && value <= (p.end ?? Infinity);
}

export class Laws {
    constructor(core, panel, values, remember) {
        Object.assign(this, { core, panel, remember, laws: [], at: 0, wanted: null, busy: false, numbers: {}, fields: {} });
        for (const [key, p] of Object.entries(NUMBERS)) {
            const given = Number(values[key]);
            this.numbers[key] = values[key] !== undefined && isAllowed(p, given) ? given : p.value;
        }
        this.charts = {
            loop: new Chart("The loop of force", { label: "penetration", unit: "m" }, { label: "push", unit: "N" }, false),
            bounce: new Chart("Bounces under the load", { label: "time", unit: "s" }, { label: "place above the stop", unit: "m" }, true),
            restitution: new Chart("Restitution over the speed of impact", { label: "speed", unit: "m/s", log: true }, { label: "restitution e", range: [0, 1.02] }, true),
            spectrum: new Chart("Spectrum of one impact's force", { label: "frequency", unit: "Hz", log: true }, { label: "amplitude", unit: "N·s" }, true),
        };
        this.fill();
        this.start(typeof values.law === "string" ? values.law : "elasto-gap");
    }

    async start(name) {
        this.laws = await this.core.call("laws");
        this.choice.append(...this.laws.map((l, i) => make("option", { value: i }, l.name)));
        this.at = Math.max(0, this.laws.findIndex((l) => l.name === name));
        this.choice.value = String(this.at);
        this.chosen();
    }

    fill() {
        this.choice = make("select", { id: "law-choice", onchange: () => { this.at = Number(this.choice.value); this.chosen(); } });
        this.formula = make("p", { class: "formula" });
        this.facts = make("p", { class: "facts", role: "status" });
        this.keep = make("input", { type: "checkbox", onchange: () => Object.values(this.charts).forEach((c) => c.keep(this.keep.checked)) });
        const sliders = Object.entries(NUMBERS).map(([key, p]) => this.slider(key, p));
        this.panel.append(make("div", { class: "bench" },
            make("form", { class: "constants", onsubmit: (e) => e.preventDefault() },
                make("div", { class: "field" }, make("label", { for: "law-choice" }, "law"), this.choice), this.formula, ...sliders,
                make("label", { class: "check" }, this.keep, " keep these curves to compare with")),
            make("div", { class: "outcome" }, this.facts, make("div", { class: "charts" }, ...Object.values(this.charts).map((c) => c.element)))));
    }

    slider(key, p) {
        const unit = make("span", { class: "unit" }), label = p.unit ? `${p.name} in ${p.unit}` : p.name;
        const range = make("input", { type: "range", min: 0, max: STEPS, step: 1, id: `slider-${key}`, "aria-label": label, oninput: () => this.set(key, fromSlider(p, Number(range.value))) });
        const box = make("input", { type: "text", inputmode: "decimal", size: 8, "aria-label": `${label}, as a number`,
            onchange: () => {
                const value = Number(box.value.replace(",", "."));
                if (isAllowed(p, value) && box.value.trim())
                    this.set(key, value);
                else
                    this.put(key);
            } });
        const row = make("div", { class: "field slider" }, make("label", { for: `slider-${key}` }, p.name), make("span", { class: "value" }, box, unit), range);
        this.fields[key] = { range, box, unit, row, p };
        return row;
    }

    put(key) {
        const { range, box, unit, p } = this.fields[key], value = this.numbers[key];
        const text = key === "c" && this.numbers.n !== 1 ? p.curved : p.unit;
        range.value = toSlider(p, value);
        box.value = String(value);
        unit.textContent = text;
        range.setAttribute("aria-valuetext", `${exactly(value)} ${text}`.trim());
    }

    set(key, value) {
        this.numbers[key] = value;
        this.put(key);
        if (key === "n")
            this.put("c");
        this.ask();
    }

    chosen() {
        const law = this.laws[this.at];
        if (law.name === "hertz" && this.numbers.n === 1)
            this.numbers.n = 1.5;
        for (const [key, f] of Object.entries(this.fields)) {
            f.row.hidden = !law.takes.includes(key);
            this.put(key);
        }
        this.formula.replaceChildren(make("code", {}, law.formula), ` ${law.source}`);
        this.ask();
    }

    // The newest wish counts; what it takes longest for comes last, and only where nobody has moved on.
    ask() {
        this.wanted = { law: this.at, numbers: { ...this.numbers } };
        if (!this.busy)
            this.answer();
    }

    async answer() {
        this.busy = true;
        while (this.wanted) {
            const { wanted } = this;
            this.wanted = null;
            try {
                this.showImpact(await this.core.call("law", { ...wanted, wanted: 0 }));
                for (const [k, name] of [[1, "bounce"], [2, "restitution"]])
                    if (!this.wanted)
                        this.showCurve(name, await this.core.call("law", { ...wanted, wanted: k }));
            } catch (e) {
                this.facts.replaceChildren(make("span", { class: "warning" }, String(e.message)));
            }
        }
        this.busy = false;
        this.panel.dataset.settled = String(Number(this.panel.dataset.settled ?? 0) + 1);
        this.tellAddress();
    }

    tellAddress() {
        if (this.panel.hidden)
            return;
        const law = this.laws[this.at];
        this.remember({ law: law.name, ...Object.fromEntries(law.takes.map((key) => [key, this.numbers[key]])) });
    }

    showCurve(name, answer) {
        this.charts[name].show(answer.error ? [[], []] : answer[name]);
    }

    showImpact(answer) {
        if (answer.error) {
            this.facts.replaceChildren(make("span", { class: "warning" }, answer.error));
            Object.values(this.charts).forEach((c) => c.show([[], []]));
            return;
        }
        const i = answer.impact, law = this.laws[this.at], rigid = law.name === "restitution";
        const texts = [i.parts ? `restitution ${short(i.e)}` : "the body stays at the stop"];
        if (!rigid)
            texts.push(...(i.parts ? [`contact ${short(i.contactTime)} s`] : []), `largest push ${short(i.peakForce)} N`, `deepest ${short(i.maxPenetration)} m`);
        texts.push(`lost ${short(i.energyLost)} J`);
        if (rigid)
            texts.push("a rigid impact takes no time: it has no loop and no spectrum");
        this.facts.replaceChildren(texts.join(" · "));
        this.charts.loop.show(answer.loop);
        this.charts.spectrum.show(answer.spectrum);
        document.documentElement.dataset.picture ??= String(Math.round(performance.now()));
    }

    shown(first) {
        Object.values(this.charts).forEach((c) => c.fit());
        if (!first && this.laws.length)
            this.tellAddress();
    }
}
