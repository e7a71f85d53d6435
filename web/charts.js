// Curves of numbers that change while one looks: uPlot with axes in the page's colours.
import uPlot from "uplot";
import { short } from "../src/report/web/data.js";
import { make } from "../src/report/web/page.js";
import { inOrder } from "../src/report/web/plots.js";

const OLD = "#8b939b"; // of what is kept to compare with

export class Chart {
    // x and y: {label, unit, log}; sorted: x rises along the curve. Two curves: what is kept, and what is.
    constructor(title, x, y, sorted) {
        Object.assign(this, { x, y, sorted, curve: [[], []], kept: [[], []], title });
        this.element = make("figure", { class: "chart" }, make("figcaption", {}, title));
        this.scheme = matchMedia("(prefers-color-scheme: dark)");
        this.scheme.addEventListener("change", () => this.make());
        new ResizeObserver(() => this.fit()).observe(this.element);
    }

    make() {
        const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--ink").trim();
        const grid = { stroke: style.getPropertyValue("--line").trim(), width: 1 };
        const named = (a) => a.unit ? `${a.label} [${a.unit}]` : a.label;
        const axis = (a, size) => ({ stroke: ink, grid, ticks: grid, label: named(a), labelSize: 20, size, font: "12px system-ui", labelFont: "12px system-ui",
                                     values: (u, ticks) => ticks.map((v) => v == null ? "" : short(v)) });
        const lines = [[OLD, [5, 4]], [style.getPropertyValue("--accent").trim(), undefined]].map(([stroke, dash]) => ({ stroke, dash, width: 1.6, points: { show: false }, pxAlign: 0,
            ...(this.sorted ? {} : { paths: (u, s) => inOrder(u, s, stroke, dash), facets: [{ scale: "x", auto: true }, { scale: "y", auto: true }] }) }));
        this.u?.destroy();
        this.u = new uPlot({
            width: this.width(), height: 240, mode: this.sorted ? 1 : 2, legend: { show: false }, cursor: { show: false },
            scales: { x: { time: false, ...(this.x.log ? { distr: 3, range: (u, low, high) => high > low ? [low, high] : [0.1, 10] } : {}) },
                      y: this.y.log ? { distr: 3 } : { range: (u, low, high) => this.y.range ?? uPlot.rangeNum(low ?? 0, high > low ? high : (low ?? 0) + 1, 0.08, true) } },
            axes: [axis(this.x, 44), axis(this.y, 66)], series: [this.sorted ? {} : null, ...lines],
        }, this.data(), this.element);
        this.u.root.setAttribute("role", "img");
        this.u.root.setAttribute("aria-label", `${this.title}: ${named(this.y)} over ${named(this.x)}`);
    }

    width() {
        return Math.max(240, this.element.clientWidth);
    }

    fit() {
        if (this.element.clientWidth > 0 && this.u?.width !== this.width())
            this.u ? this.u.setSize({ width: this.width(), height: 240 }) : this.make();
    }

    // Both curves on one abscissa, where it rises.
    data() {
        if (!this.sorted)
            return [null, this.kept, this.curve];
        const x = [...this.kept[0], ...this.curve[0]], n = this.kept[0].length;
        const order = x.map((_, i) => i).sort((a, b) => x[a] - x[b] || a - b);
        return [order.map((i) => x[i]), order.map((i) => i < n ? this.kept[1][i] : undefined), order.map((i) => i < n ? undefined : this.curve[1][i - n])];
    }

    show(curve) {
        this.curve = curve;
        this.draw();
    }

    keep(on) {
        this.kept = on ? this.curve : [[], []];
        this.draw();
    }

    draw() {
        if (this.u)
            this.u.setData(this.data());
        else if (this.element.clientWidth > 0)
            this.make();
    }
}
