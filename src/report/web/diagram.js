// The model's diagram in motion: what moves it, how far, and what lights up, the scene says (src/diagram/animation.h).
import { draw, make } from "./page.js";

function numbers(text) {
    return (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
}

// ---------------------------------------------------------------- strips

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
function strips(svg, scene, room) {
    const { width, height, pad } = scene;
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

// ---------------------------------------------------------------- what moves

// A group with its place at rest; `part` is the component that it goes with.
function mover(e, part) {
    const [x, y] = numbers(e.getAttribute("transform")), d = e.dataset;
    return { e, x, y, part: Number(d.of ?? part), at: d.at, from: d.from, to: d.to, length: Number(d.length) };
}

function wire(e, scene) {
    const { pieces, heat } = scene.wires[Number(e.dataset.net)];
    return { path: e.querySelector("path"), pieces, heat, moves: pieces.some((p) => p[4] >= 0 || p[6] >= 0) };
}

// network: {picture, scene}, an element of SVG and what moves in it, or null; room: the width there is [px].
export function diagram(run, network, room) {
    if (!network)
        return null;
    const { picture, scene } = network, { components } = scene, [coldest, hottest] = scene.warm;
    picture.querySelectorAll(".component").forEach((e, i) => { e.dataset.part = i; });
    const all = strips(picture, scene, room), find = (what) => all.flatMap((s) => [...s.querySelectorAll(what)]);
    const groups = find(".component").map((e) => ({ e, c: components[Number(e.dataset.part)] })).filter(({ c }) => c.force || c.heat);
    const movers = find("[data-at], [data-from]").map((e) => mover(e, e.closest(".component")?.dataset.part));
    const wires = find(".net").map((e) => wire(e, scene));
    for (const c of components)
        c.now = Object.fromEntries(Object.keys(c.shifts).map((anchor) => [anchor, 0]));
    for (const s of all)
        s.dataset.scale = scene.scale;

    function shiftAt([constant, ...signals], time) {
        let shift = constant;
        for (let i = 0; i < signals.length; i += 3)
            shift += signals[i + 1] * (run.value(signals[i], time) - signals[i + 2]);
        return shift;
    }

    function pose(c, time) {
        for (const [anchor, shift] of Object.entries(c.shifts)) {
            const s = shiftAt(shift, time);
            if (Number.isFinite(s))
                c.now[anchor] = s;
        }
        const met = c.gap + c.now.face; // the tip does not go through it
        if (c.gap < 0 ? c.now.tip < met : c.now.tip > met)
            c.now.tip = met;
    }

    function warmth(name, time) {
        const share = (run.value(name, time) - coldest) / (hottest - coldest);
        return Number.isFinite(share) ? share.toFixed(3) : 0;
    }

    function put(m) {
        const { now } = components[m.part];
        if (m.at !== undefined)
            m.e.setAttribute("transform", `translate(${(m.x + now[m.at]).toFixed(3)},${m.y})`);
        else
            m.e.setAttribute("transform", `translate(${(m.x + now[m.from]).toFixed(3)},${m.y}) ` +
                             `scale(${((m.length + now[m.to] - now[m.from]) / m.length).toFixed(4)},1)`);
    }

    function show(time) {
        for (const c of components)
            pose(c, time);
        movers.forEach(put);
        for (const { e, c } of groups) {
            const load = c.force ? Math.min(1, Math.abs(run.value(c.force, time)) / c.peak) : 0;
            e.style.setProperty("--load", Number.isFinite(load) ? load.toFixed(3) : 0);
            if (c.heat)
                e.style.setProperty("--warm", warmth(c.heat, time));
        }
        const x = (at, part, anchor) => (at + (part < 0 ? 0 : components[part].now[anchor])).toFixed(2);
        for (const w of wires) {
            if (w.moves)
                w.path.setAttribute("d", w.pieces.map((p) => `M${x(p[0], p[4], p[5])} ${p[1]}L${x(p[2], p[6], p[7])} ${p[3]}`).join(""));
            if (w.heat)
                w.path.style.setProperty("--warm", warmth(w.heat, time));
        }
    }

    return { element: make("div", { class: "stage network" }, ...all), note: scene.note, show,
             use: (other) => { run = other; } };
}
