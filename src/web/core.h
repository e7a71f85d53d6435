/* What a page in a browser asks of the library, which is there as WebAssembly (web/): texts in, JSON out. No
 * files are read but those that the page puts beside the text, and none is written.
 *
 * Texts are UTF-8 and end with a NUL. What is answered is malloc'ed, ends with a NUL and is the caller's
 * (free); NULL where memory was out. Diagnostics are a list of {severity: "error" | "warning" | "note", file,
 * line, column, message, remedy}; lines and columns count from 1, columns in bytes, and are 0 where there is
 * no place. */
#ifndef EG_WEB_CORE_H
#define EG_WEB_CORE_H

#include "elastogap/base.h"

/* Reads and compiles: {diagnostics, model, comment, start, stop, interval, tolerance}; the last six are
 * there where the text is a model, of an experiment what the text says of it. `name` tells the language by
 * its ending (.mo, .dyad, .emx) and stands for the file in messages. */
EG_API char *eg_web_check(const char *text, const char *name);

/* One run, and what is kept of it until eg_web_run_free. */
typedef struct eg_web_run eg_web_run;

/* Runs the model by an engine ("auto"); the rest [s], [-] as eg_simulate_options, NAN: as the model says.
 * NULL: out of memory. Whether it went well the report says. */
EG_API eg_web_run *eg_web_simulate(const char *text, const char *name, const char *engine, double stop_time,
                                   double interval, double tolerance);
/* {diagnostics, status, report, data, svg, scene, facts, parameters, statistics}: status 0 is a whole run;
 * report and all behind it are there where there are results, also of a run that broke off. report and data
 * are a page's ({title, runs: [...]}, and base64, src/report/embedded.h), svg and scene its diagram, the
 * last three markup. */
EG_API char *eg_web_run_report(const eg_web_run *run);
/* All rows as CSV, the bytes that `elastogap simulate` writes; "" without results. */
EG_API char *eg_web_run_csv(const eg_web_run *run);
EG_API void eg_web_run_free(eg_web_run *run); /* accepts NULL */
/* The page's own: hears now and then which share of a run is done, 0 to 1. */
void eg_web_tell(double share);

/* All laws of contact: {laws: [{name, formula, source, takes: [names of the numbers below]}]}. */
EG_API char *eg_web_laws(void);
/* What a law comes to (web/impact_curves.h), the law by its number in that list: wanted 0: {impact: {e,
 * contactTime, peakForce, maxPenetration, energyLost, parts}, loop, course, spectrum}, 1: {bounce}, 2:
 * {restitution}, each of the curves [[x...], [y...]]; or {error}. Numbers that the law does not take are not
 * looked at. */
EG_API char *eg_web_law(int wanted, int law, double c, double d, double e, double n, double mass,
                        double speed, double load, double transition);

#endif
