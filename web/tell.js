// What the core calls (src/web/core.h): whoever has made the module hears how far a run has come.
mergeInto(LibraryManager.library, {
    eg_web_tell: function (share) { // emscripten's own optimizer reads no later JavaScript
        if (Module["tell"])
            Module["tell"](share);
    },
});
