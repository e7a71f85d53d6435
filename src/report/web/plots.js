// Plots by uPlot, over time or over any signal; all share the time they show and the part that is seen.
import uPlot from "uplot";
import { COLORS, make } from "./page.js";
import { exactly, short } from "./data.js";

// One abscissa of all runs: at each instant as many points as the run that has most there.
function union(runs) {
    if (runs.length === 1)
        return { x: runs[0].time, places: [null] };
    const x = [], places = runs.map(() => []), at = runs.map(() => 0);
    for (;;) {
        let t = Infinity;
        runs.forEach((r, k) => { if (at[k] < r.time.length) t = Math.min(t, r.time[at[k]]); });
        if (t === Infinity)
            return { x: Float64Array.from(x), places };
        runs.forEach((r, k) => {
            if (r.time[at[k]] === t)
                places[k][x.length] = at[k]++;
        });
        x.push(t);
    }
}

// What is seen of an ordinate: a little more than there is, and of what stays the same as much again.
function around(low, high) {
    if (low == null || !(low < high))
        return [(low ?? 0) - (Math.abs(low ?? 0) / 10 || 1), (low ?? 0) + (Math.abs(low ?? 0) / 10 || 1)];
    return uPlot.rangeNum(low, high, 0.1, true);
}

function color(i) {
    return COLORS[i % COLORS.length];
}

// A line from point to point in the order in which they come.
export function inOrder(u, s, stroke, dash = []) {
    uPlot.orient(u, s, (series, dx, dy, sx, sy, toX, toY, left, top, wide, high, moveTo, lineTo) => {
        const [x, y] = u.data[s], path = new Path2D();
        let drawing = false;
        for (let i = 0; i < x.length; i++) {
            const ok = Number.isFinite(x[i]) && Number.isFinite(y[i]);
            if (ok)
                (drawing ? lineTo : moveTo)(path, toX(x[i], sx, wide, left), toY(y[i], sy, high, top));
            drawing = ok;
        }
        u.ctx.save();
        u.ctx.beginPath();
        u.ctx.rect(left, top, wide, high);
        u.ctx.clip();
        u.ctx.strokeStyle = stroke;
        u.ctx.setLineDash(dash);
        u.ctx.lineWidth = 1.5 * devicePixelRatio;
        u.ctx.stroke(path);
        u.ctx.restore();
    });
    return null;
}

export class Plots {
    // bands: {run: whose signals are lines of `count` runs, count}, or nothing
    constructor(runs, clock, bands) {
        Object.assign(this, { runs, clock, bands, all: [], range: null, quiet: false,
                              union: union(bands ? [...runs, bands.run] : runs) });
        this.element = make("div", { class: "plots" });
        clock.listen((time) => this.showTime(time));
        this.scheme = matchMedia("(prefers-color-scheme: dark)");
        this.recolor = () => this.redo();
        this.scheme.addEventListener("change", this.recolor);
        this.observer = new ResizeObserver(() => this.fit());
        this.observer.observe(this.element);
    }

    // Nothing of them is drawn any more.
    close() {
        this.closed = true;
        this.scheme.removeEventListener("change", this.recolor);
        this.observer.disconnect();
        this.clear();
    }

    fit() {
        const width = this.element.clientWidth;
        for (const p of this.all)
            if (width > 0 && p.u.width !== width)
                p.u.setSize({ width, height: p.height });
    }

    redo() {
        const wanted = this.all.map((p) => p.wanted);
        this.clear();
        wanted.forEach((w) => this.add(w));
    }

    clear() {
        for (const p of this.all)
            p.u.destroy();
        this.all = [];
        this.element.replaceChildren();
    }

    // wanted: {names, over: "time" or a signal, log}
    add(wanted) {
        const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--ink").trim();
        const grid = { stroke: style.getPropertyValue("--line").trim(), width: 1 };
        const overTime = wanted.over === "time", lines = [];
        for (const name of wanted.names) {
            if (overTime && this.bands)
                lines.push(...this.bandsOf(name));
            this.runs.forEach((run, k) => {
                const v = run.values(name);
                if (v && (overTime || run.values(wanted.over)))
                    lines.push({ name, run, k, v, label: this.runs.length > 1 || (overTime && this.bands) ? `${name}, ${run.label}` : name,
                                 unit: run.byName.get(name)?.unit ?? "", dash: overTime && this.bands ? [5, 4] : undefined });
            });
        }
        if (lines.length === 0 || this.closed)
            return;
        const holder = make("figure", { class: "plot" }), legend = make("figcaption", {});
        const height = overTime ? 220 : 320, unit = lines[0].unit;
        const log = { distr: 3, clamp: 1e-300 };
        const hues = lines.map((l, i) => color(this.bands && overTime ? wanted.names.indexOf(l.of ?? l.name) : i));
        const shown = lines.map((l, i) => ({ label: l.label, stroke: hues[i], width: l.edge ? 0 : 1.5, dash: l.dash, pxAlign: 0, points: { show: false },
                                             paths: overTime ? undefined : (u, s) => inOrder(u, s, color(s - 1)),
                                             facets: overTime ? undefined : [{ scale: "x", auto: true }, { scale: "y", auto: true }] }));
        const options = {
            width: Math.max(280, this.element.clientWidth), height, mode: overTime ? 1 : 2,
            legend: { show: false }, cursor: { drag: { x: true, y: !overTime }, sync: overTime ? { key: "report" } : undefined,
                                               points: { show: false } },
            scales: { x: { time: false, ...(overTime && this.range ? { min: this.range[0], max: this.range[1] } : {}) },
                      y: wanted.log ? log : { range: (u, low, high) => around(low, high) } },
            axes: [{ stroke: ink, grid, ticks: grid, label: overTime ? "time [s]" : this.named(wanted.over), labelSize: 22 },
                   { stroke: ink, grid, ticks: grid, size: 70, label: unit ? `[${unit}]` : undefined, labelSize: 18,
                     values: (u, ticks) => ticks.map((v) => v == null ? "" : short(v)) }],
            bands: lines.flatMap((l, i) => l.upTo ? [{ series: [i + 1 + l.upTo, i + 1], fill: hues[i] + l.shade }] : []),
            series: [overTime ? { label: "time" } : null, ...shown],
            hooks: { draw: [(u) => this.drawTime(u, overTime, lines, wanted.over)],
                     setCursor: [(u) => { if (overTime && u.cursor.left >= 0 && u.cursor.event) this.readAll(u.posToVal(u.cursor.left, "x")); }],
                     setScale: [(u, key) => { if (overTime && key === "x") this.zoomed(u); }] },
        };
        const data = overTime ? [this.union.x, ...lines.map((l) => this.spread(l, wanted.log))]
            : [null, ...lines.map((l) => [l.run.values(wanted.over), l.v])];
        const p = { wanted, lines, hues, legend, height, overTime, u: new uPlot(options, data, holder) };
        p.u.root.setAttribute("role", "img");
        p.u.root.setAttribute("aria-label", `${wanted.names.join(", ")} over ${wanted.over}; values stand below`);
        p.u.over.addEventListener("click", () => {
            if (overTime && p.u.cursor.left >= 0 && p.u.select.width === 0)
                this.clock.go(p.u.posToVal(p.u.cursor.left, "x"));
        });
        holder.append(legend, make("button", { class: "quiet", "aria-label": `Remove the plot of ${wanted.names.join(", ")}`,
                                              onclick: () => this.remove(p, holder) }, "×"));
        this.element.append(holder);
        this.all.push(p);
        this.read(p, this.clock.time);
    }

    // Least, 1st quartile, median, 3rd quartile, greatest; between the outer and the inner two it is filled.
    bandsOf(name) {
        const { run, count } = this.bands;
        const names = ["least", "1st quartile", "median", "3rd quartile", "greatest"].map((n) => `${name}, ${n}`);
        if (!names.every((n) => run.byName.has(n)))
            return [];
        return names.map((n, i) => ({ name: n, of: name, run, k: this.runs.length, v: run.values(n), unit: run.byName.get(n).unit,
                                      label: `${n} of ${count} runs`, edge: i !== 2, upTo: [4, 2][i], shade: ["22", "44"][i],
                                      names: i === 2 ? names : undefined }));
    }

    named(name) {
        const unit = this.runs[0].byName.get(name)?.unit;
        return unit ? `${name} [${unit}]` : name;
    }

    remove(p, holder) {
        p.u.destroy();
        holder.remove();
        this.all = this.all.filter((q) => q !== p);
    }

    // Values on the common abscissa; null is a gap, undefined a point of other runs.
    spread(l, log) {
        const places = this.union.places[l.k], out = new Array(this.union.x.length);
        for (let i = 0; i < out.length; i++) {
            const at = places ? places[i] : i;
            if (at !== undefined)
                out[i] = Number.isFinite(l.v[at]) && !(log && l.v[at] <= 0) ? l.v[at] : null;
        }
        return out;
    }

    drawTime(u, overTime, lines, over) {
        const c = u.ctx, t = this.clock.time;
        c.save();
        c.fillStyle = c.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
        if (overTime) {
            const x = Math.round(u.valToPos(t, "x", true));
            if (x >= u.bbox.left && x <= u.bbox.left + u.bbox.width)
                c.fillRect(x, u.bbox.top, devicePixelRatio, u.bbox.height);
        } else
            for (const l of lines) {
                c.beginPath();
                c.arc(u.valToPos(l.run.value(over, t), "x", true), u.valToPos(l.run.value(l.name, t), "y", true),
                      4 * devicePixelRatio, 0, 7);
                c.fill();
            }
        c.restore();
    }

    zoomed(u) {
        if (this.quiet)
            return;
        this.quiet = true;
        const { min, max } = u.scales.x;
        this.range = [min, max];
        for (const p of this.all)
            if (p.overTime && p.u !== u && p.u.scales.x.min != null)
                p.u.setScale("x", { min, max });
        this.quiet = false;
    }

    whole() {
        this.range = null;
        const { x } = this.union;
        for (const p of this.all)
            if (p.overTime)
                p.u.setScale("x", { min: x[0], max: x[x.length - 1] });
            else
                p.u.setData(p.u.data);
    }

    read(p, time) {
        const lines = p.lines.map((l, i) => ({ ...l, hue: p.hues[i] })).filter((l) => !l.edge);
        p.legend.replaceChildren(...lines.map((l) => {
            const name = make("span", { class: "name" }, l.label);
            const value = l.names ? this.spanOf(l, time) : l.run.sides(l.name, time).map(exactly).join(" → ");
            name.style.setProperty("--own", l.hue);
            return make("span", { class: l.dash ? "entry dashed" : "entry" }, name, make("output", {}, `${value}${l.unit ? ` ${l.unit}` : ""}`));
        }));
    }

    // The median, and in brackets all five.
    spanOf(l, time) {
        const [least, first, median, third, greatest] = l.names.map((n) => short(l.run.value(n, time)));
        return `${median} (half of them ${first} to ${third}, all ${least} to ${greatest})`;
    }

    readAll(time) {
        for (const p of this.all)
            this.read(p, time);
    }

    showTime(time) {
        for (const p of this.all) {
            p.u.redraw(false, false);
            this.read(p, time);
        }
    }
}
