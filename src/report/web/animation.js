// Motion to look at: each component is a lane, drawn where its flanges are, to scale along the line of motion.
import { draw, make } from "./page.js";
import { short } from "./data.js";

const NARROW = innerWidth < 600, WIDTH = NARROW ? 460 : 1000, LEFT = NARROW ? 120 : 200, MOST = 100;
const LONGEST = NARROW ? 13 : 24; // of names

function extremes(v) {
    let low = Infinity, high = -Infinity;
    for (const x of v)
        if (Number.isFinite(x)) {
            low = Math.min(low, x);
            high = Math.max(high, x);
        }
    return [low, high];
}

// What can be drawn: components with two flanges, by their names.
function parts(run) {
    const found = [], kind = run.signals.some((s) => /\.flange_a\.s$/.test(s.name)) ? "s" : "phi";
    const force = kind === "s" ? "f" : "tau";
    for (const s of run.signals) {
        const match = s.name.match(/^(.*)\.(?:flange|spline)_a\.(s|phi)$/);
        if (!match || match[2] !== kind || found.length >= MOST)
            continue;
        const name = match[1], b = s.name.replace(/_a\.(s|phi)$/, "_b.$1");
        if (!run.byName.has(b))
            continue;
        const has = (x) => run.byName.has(`${name}.${x}`);
        found.push({ name, a: s.name, b, body: has(kind) && has(kind === "s" ? "v" : "w") && has("a"), contact: has("contact"),
                     force: has(force) ? `${name}.${force}` : null, state: has("contact") ? `${name}.contact` : null,
                     rigid: !has(`${kind}_rel`), heat: has("heatPort.T") ? `${name}.heatPort.T` : null });
    }
    return { found, unit: kind === "s" ? "m" : "rad" };
}

function zigzag(from, to, y, high) {
    let path = `M${from} ${y}`;
    for (let i = 1; i < 12; i++)
        path += `L${from + (to - from) * i / 12} ${y + (i % 2 ? -high : high)}`;
    return `${path}L${to} ${y}`;
}

// In one scale for all runs.
export function animation(run, runs) {
    const { found, unit } = parts(run);
    if (found.length === 0 || run.time.length === 0)
        return null;
    let low = Infinity, high = -Infinity, travel = 0;
    for (const p of found)
        for (const name of [p.a, p.b]) {
            const ends = runs.map((r) => extremes(r.values(name) ?? [])), l = Math.min(...ends.map((e) => e[0]));
            const h = Math.max(...ends.map((e) => e[1]));
            low = Math.min(low, l);
            high = Math.max(high, h);
            travel = Math.max(travel, h - l);
        }
    if (!Number.isFinite(high - low))
        return null;
    const span = high > low ? high - low : 1;
    // Travel of less than a thirtieth of the picture is drawn larger, by a round factor.
    const factor = travel > 0 && travel < span / 30 ? 10 ** Math.floor(Math.log10(span / 8 / travel)) : 1;
    const lead = Math.max(0, factor > 1 ? travel * factor : 0.02 * span);
    const x = (s) => LEFT + (WIDTH - LEFT - 20) * (s - low + lead) / (span + 2 * lead);
    const lane = Math.min(30, Math.max(9, 560 / found.length)), half = lane / 3, named = Math.ceil(13 / lane);
    const height = found.length * lane + 30;
    const svg = draw("svg", { class: "lanes", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
                              "aria-label": `Motion of ${found.length} components along their line` });
    const axis = height - 18;
    svg.append(draw("line", { class: "axis", x1: LEFT, x2: WIDTH - 20, y1: axis, y2: axis }));
    for (const s of [low, low + span / 2, high])
        svg.append(draw("text", { class: "tick", x: x(s), y: axis + 14, "text-anchor": "middle" }, `${short(s)} ${unit}`));
    const drawn = found.map((p, i) => {
        const y = i * lane + lane / 2, [, peak] = p.force ? extremes(run.values(p.force).map(Math.abs)) : [0, 0];
        const heat = p.heat ? extremes(run.values(p.heat)) : null;
        const shape = p.body ? draw("rect", { y: y - half, height: 2 * half, rx: 3, class: "body" })
            : draw("path", { class: p.contact ? "contact" : p.rigid ? "rod" : "spring" });
        if (i % named === 0)
            svg.append(draw("text", { class: "lane", x: LEFT - 12, y: y + 4, "text-anchor": "end" },
                        p.name.length > LONGEST ? `…${p.name.slice(1 - LONGEST)}` : p.name));
        svg.append(shape);
        const rest = [p.a, p.b].map((name) => run.values(name).find(Number.isFinite) ?? 0);
        return { ...p, y, shape, peak, rest, heat };
    });
    const place = (name, rest, time) => x(rest + factor * (run.value(name, time) - rest));
    function show(time) {
        for (const p of drawn) {
            const a = place(p.a, p.rest[0], time), b = place(p.b, p.rest[1], time);
            if (!Number.isFinite(a) || !Number.isFinite(b))
                continue;
            if (p.body) {
                const wide = Math.max(18, Math.abs(b - a));
                p.shape.setAttribute("x", (a + b - wide) / 2);
                p.shape.setAttribute("width", wide);
            } else if (Math.abs(b - a) < 2)
                p.shape.setAttribute("d", `M${a} ${p.y - half * 0.7}V${p.y + half * 0.7}`);
            else if (p.contact && !(run.value(p.state, time) > 0)) // a gap is open in its middle
                p.shape.setAttribute("d", `M${a} ${p.y - half * 0.8}V${p.y + half * 0.8}M${a} ${p.y}H${a + (b - a) * 0.35}` +
                                          `M${b} ${p.y - half * 0.8}V${p.y + half * 0.8}M${b} ${p.y}H${b - (b - a) * 0.35}`);
            else
                p.shape.setAttribute("d", p.rigid ? `M${a} ${p.y}H${b}` : zigzag(a, b, p.y, half * 0.7));
            const share = p.force && p.peak > 0 ? Math.min(1, Math.abs(run.value(p.force, time)) / p.peak) : 0;
            if (p.contact)
                p.shape.style.setProperty("--load", share.toFixed(3));
            if (p.heat && p.heat[1] > p.heat[0])
                p.shape.style.setProperty("--heat", ((run.value(p.heat, time) - p.heat[0]) / (p.heat[1] - p.heat[0])).toFixed(3));
        }
    }
    const total = run.signals.filter((s) => /\.(flange|spline)_a\.(s|phi)$/.test(s.name)).length;
    const note = (factor > 1 ? `Travel is drawn ${factor} times as large as it is. ` : "Drawn to scale. ") +
        (total > found.length ? `${found.length} of ${total} components are shown. ` : "") +
        "Contacts light up with their force.";
    return { element: make("div", { class: "stage" }, svg), note, show };
}
