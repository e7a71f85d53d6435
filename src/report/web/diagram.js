// The model's diagram in motion: groups of the picture follow the anchors that its scene names (elastogap/diagram.h).
import { draw, make } from "./page.js";
import { short } from "./data.js";

const TRAVEL = 120; // of what moves furthest [px]
// How far distances between the ends of a symbol may shrink and grow, as parts of its length.
const GIVE = { spring: [0.55, 1], damper: [0.27, 0.24], "spring-damper": [0.27, 0.24], other: [0.2, 0.3] };

// Of a contact: where its spring begins, how much of that may be pressed together, and what is left of the line behind.
const FOOT = 26, PRESSED = 0.45, BEHIND = 6;

function extremes(values) {
    let low = Infinity, high = -Infinity;
    for (const v of values)
        if (Number.isFinite(v)) {
            low = Math.min(low, v);
            high = Math.max(high, v);
        }
    return [low, high];
}

function numbers(text) {
    return (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
}

// Signals that move something, each once: what is drawn at its anchor's place is the middle of its way.
class Motions {
    constructor(run) {
        Object.assign(this, { run, all: new Map() });
    }

    of(signal) {
        const unit = signal?.match(/\.(s|phi)$/)?.[1];
        if (!unit)
            return null;
        if (!this.all.has(signal)) {
            const values = this.run.values(signal), [low, high] = values ? extremes(values) : [1, 0];
            this.all.set(signal, low <= high ? { signal, unit, values, low, high, rest: (low + high) / 2, now: 0 } : null);
        }
        return this.all.get(signal);
    }
}

// The largest scales [px/m, px/rad] at which nothing is pressed out of its shape.
function scales(parts, motions) {
    const most = { s: Infinity, phi: Infinity };
    const bound = (unit, travel, room) => { if (travel > 0) most[unit] = Math.min(most[unit], room / travel); };
    for (const m of motions.all.values())
        if (m)
            bound(m.unit, m.high - m.low, TRAVEL);
    for (const p of parts) {
        if (!p.a || !p.b || p.a.unit !== p.b.unit)
            continue;
        const sign = Math.sign(p.anchors.b - p.anchors.a) || 1, length = Math.abs(p.anchors.b - p.anchors.a);
        const [low, high] = extremes(p.a.values.map((v, i) => sign * (p.b.values[i] - p.b.rest - v + p.a.rest)));
        if (p.kind === "gap" && p.closes) {
            // The spring, which takes up the penetration, and the line behind what it meets share what there is.
            bound(p.a.unit, (p.free - p.relative[0]) / PRESSED + p.b.rest - p.a.rest - p.free, length - FOOT - BEHIND);
            bound(p.a.unit, p.free - p.relative[0], PRESSED * (length - FOOT - BEHIND));
        } else if (p.kind === "gap")
            bound(p.a.unit, -low, Math.max(3, Math.abs(p.anchors.face - p.anchors.tip) - 2));
        else if (GIVE[p.kind]) {
            bound(p.a.unit, -low, GIVE[p.kind][0] * (p.stroke ?? length));
            bound(p.a.unit, high, GIVE[p.kind][1] * (p.stroke ?? length));
        }
    }
    for (const unit of ["s", "phi"]) {
        const step = 10 ** Math.floor(Math.log10(most[unit]) - 1); // two digits
        most[unit] = Number.isFinite(most[unit]) ? Number((Math.floor(most[unit] / step) * step).toPrecision(2)) : 0;
    }
    return most;
}

// How long the springs of contacts are drawn, so that none is pressed flat.
function fitSprings(parts, scale) {
    for (const p of parts.filter((q) => q.closes)) {
        const length = Math.abs(p.anchors.b - p.anchors.a), k = scale[p.a.unit];
        const most = length - FOOT - BEHIND - k * (p.b.rest - p.a.rest - p.free);
        p.drawn = Math.max(Math.min(p.soft, most), k * (p.free - p.relative[0]) / PRESSED);
    }
}

function readParts(scene, run, motions) {
    return scene.components.map((c) => {
        const moves = c.domain === "mechanical", force = run.values(c.signals.force), relative = run.values(c.signals.relative);
        const p = { ...c, a: moves ? motions.of(c.signals.a) : null, b: moves ? motions.of(c.signals.b) : null,
                    relative: relative ? extremes(relative) : null, peak: force ? extremes(force.map(Math.abs))[1] : 0,
                    lit: c.kind === "gap" || run.byName.has(`${c.name}.contact`),
                    heat: c.signals.heat && run.byName.has(c.signals.heat) ? c.signals.heat : null };
        p.soft = p.kind === "gap" ? Math.abs(p.anchors.tip - p.anchors.a) - FOOT : 0;
        p.closes = p.kind === "gap" && p.relative !== null && p.free !== undefined && p.relative[0] <= p.free && p.a && p.b;
        return p;
    });
}

// Where the anchors of a component stand, and how far its symbol and its texts have gone.
function place(p, run, scale, time) {
    const a = p.a?.now ?? 0, b = p.b?.now ?? 0, at = { a: p.anchors.a + a, b: p.anchors.b + b };
    const first = p.anchors.a === undefined || (p.mirrored && p.anchors.b !== undefined) ? b : a;
    const between = p.anchors.a !== undefined && p.anchors.b !== undefined && (GIVE[p.kind] && p.kind !== "other" || p.kind === "gap");
    const gone = between ? (a + b) / 2 : first;
    if (p.kind === "gap") {
        const sign = Math.sign(p.anchors.tip - p.anchors.a) || 1, reach = at.a + sign * (FOOT + (p.drawn ?? p.soft));
        at.face = p.closes ? reach + sign * scale[p.a.unit] * (run.value(p.signals.relative, time) - p.free) : p.anchors.face + b;
        at.tip = sign * (at.face - reach) < 0 ? at.face : reach;
    }
    return { at, gone, first };
}

// ---------------------------------------------------------------- wires

// The points of a net, each with what carries it: its own flange, the component at which it ends, or nothing.
function readWire(path, net, parts, own) {
    const p = numbers(path.getAttribute("d")), pieces = [];
    for (let i = 0; i + 3 < p.length; i += 4)
        pieces.push({ x: [p[i], p[i + 2]], y: [p[i + 1], p[i + 3]], carrier: [null, null] });
    const axis = own ? parts.flatMap((c) => ["a", "b"].filter((e) => c[e] === own).map((e) => c.anchors[e]))[0] : NaN;
    const touches = (c, x, y) => Math.abs(x - c.x) <= c.width / 2 + 0.2 && Math.abs(y - c.y) <= c.height / 2 + 0.2;
    const carry = (piece, carrier) => { piece.carrier[0] ??= carrier; piece.carrier[1] ??= carrier; };
    for (const piece of pieces)
        if (piece.x[0] === piece.x[1])
            if (Math.abs(piece.x[0] - axis) < 0.2)
                carry(piece, own);
            else {
                const c = parts.find((q) => touches(q, piece.x[0], piece.y[0]) || touches(q, piece.x[1], piece.y[1]));
                if (c)
                    carry(piece, c);
            }
    const upright = pieces.filter((q) => q.x[0] === q.x[1] && q.carrier[0]);
    for (const piece of pieces.filter((q) => q.x[0] !== q.x[1]))
        for (const e of [0, 1]) {
            const q = upright.find((u) => u.x[0] === piece.x[e] && piece.y[e] >= Math.min(...u.y) && piece.y[e] <= Math.max(...u.y));
            piece.carrier[e] = q ? q.carrier[0] : parts.find((c) => touches(c, piece.x[e], piece.y[e])) ?? null;
        }
    return pieces;
}

const offset = (carrier) => carrier === null ? 0 : carrier.now ?? carrier.gone ?? 0;

function wireText(pieces) {
    return pieces.map((q) => `M${(q.x[0] + offset(q.carrier[0])).toFixed(2)} ${q.y[0]}L${(q.x[1] + offset(q.carrier[1])).toFixed(2)} ${q.y[1]}`).join("");
}

// What hangs on a wire, its dots and arrows, goes with the point at which it stands.
function hangers(group, pieces) {
    return [...group.querySelectorAll("circle, .arrow")].map((e) => {
        const [x, y] = e.matches("circle") ? [Number(e.getAttribute("cx")), Number(e.getAttribute("cy"))] : numbers(e.getAttribute("d"));
        const near = pieces.flatMap((q) => [0, 1].map((k) => ({ q, k }))).find(({ q, k }) => Math.abs(q.x[k] - x) < 0.2 && Math.abs(q.y[k] - y) < 0.2);
        return { e, carrier: near ? near.q.carrier[near.k] : null };
    });
}

// ---------------------------------------------------------------- the picture

// Where to cut: between components, near equal parts.
function cuts(scene, texts, from, to, count) {
    const taken = [...scene.components.map((c) => [c.x - c.width / 2 - 4, c.x + c.width / 2 + 4]),
                   ...texts.map((e) => e.getBBox()).map((b) => [b.x - 4, b.x + b.width + 4])].sort((p, q) => p[0] - q[0]);
    const free = [];
    let end = -Infinity;
    for (const [low, high] of taken) {
        if (low > end)
            free.push((low + end) / 2);
        end = Math.max(end, high);
    }
    const each = (to - from) / count, edges = [from];
    for (let k = 1; k < count; k++) {
        const wanted = from + k * each;
        const best = free.reduce((f, g) => Math.abs(g - wanted) < Math.abs(f - wanted) ? g : f, Infinity);
        edges.push(Math.abs(best - wanted) < each / 3 ? best : wanted);
    }
    return [...edges, to];
}

function frame(svg, from, width, height, zoom) {
    svg.setAttribute("viewBox", `${from} 0 ${width} ${height}`);
    svg.removeAttribute("height");
    svg.setAttribute("width", Math.round(width * zoom));
    svg.style.setProperty("--thin", 1.5 * zoom); // of lines that are not scaled
}

// A long picture is cut into strips below each other; what lies across a cut is in both.
function strips(svg, scene, pad) {
    const room = Math.min(innerWidth - 40, 1040), { width, height } = scene;
    const whole = width + 2 * pad, count = Math.ceil(whole / (1.05 * room));
    if (whole <= 1.3 * room || count * height > 2600) {
        frame(svg, -pad, whole, height, whole <= 1.3 * room ? Math.min(1.4, room / whole) : 0.8);
        return [svg];
    }
    const edges = cuts(scene, [...svg.querySelectorAll("text")], -pad, width + pad, count);
    const zoom = room / Math.max(...edges.slice(1).map((e, k) => e - edges[k]));
    const groups = [...svg.children].filter((e) => e.matches("g")), boxes = groups.map((e) => e.getBBox());
    groups.forEach((e) => e.remove());
    const title = svg.querySelector("title").textContent;
    return edges.slice(1).map((to, k) => {
        const part = k === 0 ? svg : svg.cloneNode(false), from = edges[k];
        if (k > 0)
            part.append(draw("title", {}, `${title}, part ${k + 1} of ${count}`));
        frame(part, from, to - from, height, zoom);
        part.append(...groups.filter((_, i) => boxes[i].x - pad < to && boxes[i].x + boxes[i].width + pad > from).map((e) => e.cloneNode(true)));
        return part;
    });
}

function glow(p, group, kind) {
    const shine = draw("rect", { class: kind, x: p.x - p.width / 2 - 5, y: p.y - p.height / 2 - 5, width: p.width + 10, height: p.height + 10, rx: 9 });
    group.querySelector("title").after(shine);
    return shine;
}

function readGroup(group, p) {
    const moved = [...group.querySelectorAll(".at, .stretch")].map((e) => {
        const [x, y] = numbers(e.getAttribute("transform")), d = e.dataset;
        // The line behind a symbol of a class's own begins where that ends.
        const lead = p.kind === "other" && e.children.length === 1 && e.firstChild.matches(".line") && d.at !== undefined
            ? numbers(e.firstChild.getAttribute("d"))[2] : 0;
        return { e, x, y, d, lead };
    });
    if (p.drawn !== undefined && p.soft > 0)
        for (const e of group.querySelectorAll(".dashpot")) {
            const k = p.drawn / p.soft, from = numbers(e.getAttribute("d"))[0];
            e.setAttribute("transform", `translate(${from * (1 - k)},0) scale(${k},1)`);
        }
    const texts = [...group.querySelectorAll(":scope > text")];
    return { group, p, moved, texts, warm: p.heat ? glow(p, group, "glow") : null,
             spark: p.lit && p.peak > 0 ? (p.kind === "gap" ? draw("circle", { class: "spark", cy: p.y, r: 20 }) : glow(p, group, "spark")) : null };
}

function setGroup(g, where) {
    const { p } = g, { at, gone, first } = where;
    for (const { e, x, y, d, lead } of g.moved) {
        if (d.at !== undefined) {
            const to = Number.isFinite(at[d.at]) ? at[d.at] : x + gone, k = lead ? (lead - (to - x) + first) / lead : 1;
            e.setAttribute("transform", `translate(${to.toFixed(3)},${y})${Math.abs(k - 1) > 1e-6 ? ` scale(${k.toFixed(4)},1)` : ""}`);
        } else {
            const known = Number.isFinite(at[d.from]) && Number.isFinite(at[d.to]);
            const from = known ? at[d.from] + Number(d.offset ?? 0) : x + gone, k = known ? (at[d.to] - Number(d.rest ?? 0) - from) / Number(d.length) : 1;
            if (Number.isFinite(k))
                e.setAttribute("transform", `translate(${from.toFixed(3)},${y}) scale(${k.toFixed(4)},1)`);
        }
    }
    for (const e of [...g.texts, g.warm].filter(Boolean))
        e.setAttribute("transform", `translate(${gone.toFixed(3)},0)`);
    if (g.spark)
        g.spark.setAttribute("transform", `translate(${(p.kind === "gap" ? at.tip : gone).toFixed(3)},0)`);
}

export function diagram(run) {
    const section = document.getElementById("network"), picture = section?.querySelector("svg");
    if (!picture || run.time.length === 0)
        return null;
    const scene = JSON.parse(document.getElementById("scene").textContent), motions = new Motions(run);
    const parts = readParts(scene, run, motions), scale = scales(parts, motions);
    fitSprings(parts, scale);
    if (![...motions.all.values()].some(Boolean))
        return null; // the results do not have what moves it
    const pad = Math.ceil(Math.max(0, ...[...motions.all.values()].filter(Boolean).map((m) => scale[m.unit] * (m.high - m.low) / 2)));
    picture.querySelectorAll(".component").forEach((e, i) => { e.dataset.part = i; });
    const all = strips(picture, scene, pad);
    const groups = all.flatMap((s) => [...s.querySelectorAll(".component")]).map((e) => readGroup(e, parts[Number(e.dataset.part)]));
    for (const g of groups)
        if (g.spark && g.p.kind === "gap")
            g.group.append(g.spark);
    const wires = all.flatMap((s) => [...s.querySelectorAll(".net")]).map((e) => {
        const net = scene.nets[Number(e.dataset.net)], path = e.querySelector("path");
        const own = net.domain === "mechanical" ? motions.of(net.signal) : null, pieces = readWire(path, net, parts, own);
        return { path, pieces, hanging: hangers(e, pieces), moves: pieces.some((q) => q.carrier[0] || q.carrier[1]),
                 heat: net.domain === "thermal" && run.byName.has(net.signal) ? net.signal : null };
    });
    const heats = new Set([...parts.map((p) => p.heat), ...wires.map((w) => w.heat)].filter(Boolean));
    const warm = extremes([...heats].flatMap((name) => extremes(run.values(name))));
    const warmth = (name, time) => warm[1] > warm[0] ? (run.value(name, time) - warm[0]) / (warm[1] - warm[0]) : 0;
    for (const s of all)
        s.dataset.scale = scale.s;

    function show(time) {
        for (const m of motions.all.values())
            if (m) {
                const d = scale[m.unit] * (run.value(m.signal, time) - m.rest);
                m.now = Number.isFinite(d) ? d : m.now;
            }
        for (const p of parts) {
            p.where = place(p, run, scale, time);
            p.gone = p.where.gone;
        }
        for (const g of groups) {
            setGroup(g, g.p.where);
            if (g.spark) {
                const load = Math.min(1, Math.abs(run.value(g.p.signals.force, time)) / g.p.peak);
                g.group.style.setProperty("--load", Number.isFinite(load) ? load.toFixed(3) : 0);
            }
            if (g.warm)
                g.group.style.setProperty("--warm", warmth(g.p.heat, time).toFixed(3));
        }
        for (const w of wires) {
            if (w.moves) {
                w.path.setAttribute("d", wireText(w.pieces));
                for (const h of w.hanging)
                    h.e.setAttribute("transform", `translate(${offset(h.carrier).toFixed(2)},0)`);
            }
            if (w.heat)
                w.path.style.setProperty("--warm", warmth(w.heat, time).toFixed(3));
        }
    }

    const notes = [];
    const size = (px, unit) => px >= 1000 ? `1 m${unit} of travel is ${short(px / 1000)} px` : `1 ${unit} of travel is ${short(px)} px`;
    if (scale.s > 0) // a pixel of the web is 1/96 inch
        notes.push(`${size(scale.s, "m")} in the picture, ${short(Number((scale.s * 0.0254 / 96).toPrecision(2)))} times its size; symbols are not to scale.`);
    if (scale.phi > 0)
        notes.push(`Angles are drawn as travel: ${size(scale.phi, "rad")}.`);
    if (parts.some((p) => p.lit && p.peak > 0))
        notes.push("Contacts light up with their force.");
    if (warm[1] > warm[0])
        notes.push(`Heat glows from ${short(Number(warm[0].toPrecision(4)))} to ${short(Number(warm[1].toPrecision(4)))} K.`);
    section.remove();
    return { element: make("div", { class: "stage network" }, ...all), note: notes.join(" "), show };
}
