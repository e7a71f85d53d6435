// The one time that animation, plots and events show.
export class Clock {
    constructor(from, to, events) {
        Object.assign(this, { from, to, time: from, speed: 1, playing: false, slow: true, listeners: [] });
        this.last = 0;
        this.stopAt(events);
    }

    // Where next() goes, and time slows down.
    stopAt(events) {
        this.instants = [...new Set(events.map((e) => e.time))].sort((a, b) => a - b);
    }

    listen(f) {
        this.listeners.push(f);
    }

    tell() {
        for (const f of this.listeners)
            f(this.time, this.playing);
    }

    go(time) {
        this.time = Math.min(this.to, Math.max(this.from, time));
        this.tell();
    }

    toggle(playing = !this.playing) {
        this.playing = playing;
        if (playing && this.time >= this.to)
            this.time = this.from;
        this.last = performance.now();
        this.tell();
        if (playing)
            requestAnimationFrame((now) => this.step(now));
    }

    step(now) {
        if (!this.playing)
            return;
        const passed = Math.min(0.1, (now - this.last) / 1000);
        this.last = now;
        this.time += passed * this.speed * this.pace();
        if (this.time >= this.to) {
            this.time = this.to;
            this.playing = false;
        }
        this.tell();
        requestAnimationFrame((next) => this.step(next));
    }

    // Around an event time goes a tenth as fast, if wanted.
    pace() {
        if (!this.slow || this.instants.length === 0)
            return 1;
        const around = 0.15 * this.speed, near = this.instants.some((t) => Math.abs(t - this.time) < around * 0.2);
        return near ? 0.1 : 1;
    }

    next(direction) {
        const ahead = direction > 0 ? this.instants.find((t) => t > this.time)
            : this.instants.filter((t) => t < this.time).pop();
        if (ahead !== undefined)
            this.go(ahead);
    }
}
