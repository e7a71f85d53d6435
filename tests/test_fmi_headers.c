/* The declarations of FMI 2 and 3: how many there are, and what both sides of the interface rely on. */
#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define ONE(answer, name, arguments) +1

/* The standards' own counts: 75 functions of FMI 3; 25 common ones of FMI 2, 10 of Model Exchange, 9 of
 * Co-Simulation. */
static void test_all_functions_are_declared(void **state)
{
    (void)state;
    assert_int_equal(0 FMI3_FUNCTIONS(ONE), 75);
    assert_int_equal(0 FMI2_COMMON_FUNCTIONS(ONE), 25);
    assert_int_equal(0 FMI2_EXCHANGE_FUNCTIONS(ONE), 10);
    assert_int_equal(0 FMI2_COSIMULATION_FUNCTIONS(ONE), 9);
}

/* Numbers that pass from one side to the other. */
static void test_numbers_are_the_standards(void **state)
{
    (void)state;
    assert_int_equal(fmi3Fatal, 4);
    assert_int_equal(fmi3Dependent, 5);
    assert_int_equal(fmi3IntervalChanged, 2);
    assert_int_equal(fmi2Pending, 5);
    assert_int_equal(fmi2CoSimulation, 1);
    assert_int_equal(fmi2Terminated, 3);
    assert_int_equal(sizeof(fmi3Boolean), 1);
    assert_int_equal(sizeof(fmi2Boolean), sizeof(int));
    assert_int_equal(sizeof(fmi2EventInfo), 32);
    assert_int_equal(offsetof(fmi2EventInfo, nextEventTime), 24);
    assert_int_equal(offsetof(fmi2CallbackFunctions, componentEnvironment), 4 * sizeof(void *));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_functions_are_declared),
                                       cmocka_unit_test(test_numbers_are_the_standards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
