/* The registry: every native class, one line each, sorted by full name (as strcmp sorts: capitals first).
 * Adding a class is adding its file and its line here. */
#include "component/class.h"

#include "base/names.h"

#include <stdlib.h>
#include <string.h>

#define CLASS_LIST(X)                                                                                        \
    X(dyad_derivative)                                                                                       \
    X(dyad_first_order)                                                                                      \
    X(dyad_integrator)                                                                                       \
    X(dyad_lim_pid)                                                                                          \
    X(dyad_lim_pid_external)                                                                                 \
    X(dyad_plant)                                                                                            \
    X(dyad_second_order)                                                                                     \
    X(dyad_state_space)                                                                                      \
    X(dyad_add)                                                                                              \
    X(dyad_add3)                                                                                             \
    X(dyad_division)                                                                                         \
    X(dyad_feedback)                                                                                         \
    X(dyad_gain)                                                                                             \
    X(dyad_product)                                                                                          \
    X(dyad_reverse_causality)                                                                                \
    X(dyad_limiter)                                                                                          \
    X(dyad_slew_rate_limiter)                                                                                \
    X(dyad_pass_through)                                                                                     \
    X(dyad_terminator)                                                                                       \
    X(dyad_constant)                                                                                         \
    X(dyad_clock)                                                                                            \
    X(dyad_cosine)                                                                                           \
    X(dyad_variable_cosine)                                                                                  \
    X(dyad_exp_sine)                                                                                         \
    X(dyad_pulse)                                                                                            \
    X(dyad_ramp)                                                                                             \
    X(dyad_sine)                                                                                             \
    X(dyad_variable_sine)                                                                                    \
    X(dyad_square)                                                                                           \
    X(dyad_step)                                                                                             \
    X(dyad_triangular)                                                                                       \
    X(dyad_interpolation)                                                                                    \
    X(contact_gap)                                                                                           \
    X(contact_rotational_hard_stop)                                                                          \
    X(contact_table_gap)                                                                                     \
    X(contact_translational_hard_stop)                                                                       \
    X(contact_two_sided_gap)                                                                                 \
    X(iconic_acceleration_actuator)                                                                          \
    X(iconic_force_actuator)                                                                                 \
    X(iconic_position_actuator)                                                                              \
    X(iconic_velocity_actuator)                                                                              \
    X(iconic_backlash)                                                                                       \
    X(iconic_bumper)                                                                                         \
    X(iconic_damper)                                                                                         \
    X(iconic_fixed_world)                                                                                    \
    X(iconic_mass)                                                                                           \
    X(iconic_mass_default)                                                                                   \
    X(iconic_mass_gravity)                                                                                   \
    X(iconic_node)                                                                                           \
    X(iconic_spring)                                                                                         \
    X(iconic_spring_damper)                                                                                  \
    X(iconic_spring_damper_default)                                                                          \
    X(iconic_spring_damper_frequency)                                                                        \
    X(iconic_spring_damper_stiffness)                                                                        \
    X(iconic_acceleration_sensor)                                                                            \
    X(iconic_force_sensor)                                                                                   \
    X(iconic_position_sensor)                                                                                \
    X(iconic_power_sensor)                                                                                   \
    X(iconic_velocity_sensor)                                                                                \
    X(critical_damping)                                                                                      \
    X(der)                                                                                                   \
    X(derivative)                                                                                            \
    X(filter)                                                                                                \
    X(first_order)                                                                                           \
    X(integrator)                                                                                            \
    X(lim_integrator)                                                                                        \
    X(lim_pid)                                                                                               \
    X(lowpass_butterworth)                                                                                   \
    X(pi)                                                                                                    \
    X(pid)                                                                                                   \
    X(second_order)                                                                                          \
    X(state_space)                                                                                           \
    X(transfer_function)                                                                                     \
    X(first_order_hold)                                                                                      \
    X(sampler)                                                                                               \
    X(discrete_state_space)                                                                                  \
    X(discrete_transfer_function)                                                                            \
    X(triggered_max)                                                                                         \
    X(triggered_sampler)                                                                                     \
    X(unit_delay)                                                                                            \
    X(zero_order_hold)                                                                                       \
    X(boolean_input)                                                                                         \
    X(boolean_mimos)                                                                                         \
    X(boolean_output)                                                                                        \
    X(boolean_siso)                                                                                          \
    X(boolean_signal_source)                                                                                 \
    X(boolean_vector_input)                                                                                  \
    X(discrete_block)                                                                                        \
    X(discrete_mimo)                                                                                         \
    X(discrete_mimos)                                                                                        \
    X(discrete_siso)                                                                                         \
    X(integer_input)                                                                                         \
    X(integer_mi_boolean_mos)                                                                                \
    X(integer_mo)                                                                                            \
    X(integer_output)                                                                                        \
    X(integer_si_boolean_so)                                                                                 \
    X(integer_so)                                                                                            \
    X(integer_signal_source)                                                                                 \
    X(integer_vector_input)                                                                                  \
    X(mi2_boolean_mos)                                                                                       \
    X(mi2mo)                                                                                                 \
    X(mimo)                                                                                                  \
    X(mimos)                                                                                                 \
    X(miso)                                                                                                  \
    X(mo)                                                                                                    \
    X(mv_control)                                                                                            \
    X(mv_discrete)                                                                                           \
    X(partial_boolean_miso)                                                                                  \
    X(partial_boolean_siso_small)                                                                            \
    X(partial_conversion_block)                                                                              \
    X(partial_integer_miso)                                                                                  \
    X(partial_integer_siso)                                                                                  \
    X(partial_real_miso)                                                                                     \
    X(real_input)                                                                                            \
    X(real_output)                                                                                           \
    X(real_vector_input)                                                                                     \
    X(real_vector_output)                                                                                    \
    X(si2_boolean_so)                                                                                        \
    X(si2so)                                                                                                 \
    X(simo)                                                                                                  \
    X(siso)                                                                                                  \
    X(so)                                                                                                    \
    X(svcontrol)                                                                                             \
    X(sv_discrete)                                                                                           \
    X(signal_source)                                                                                         \
    X(partial_boolean_comparison)                                                                            \
    X(partial_boolean_si)                                                                                    \
    X(partial_boolean_si2so)                                                                                 \
    X(partial_boolean_si3so)                                                                                 \
    X(partial_boolean_siso)                                                                                  \
    X(partial_boolean_so)                                                                                    \
    X(partial_boolean_source)                                                                                \
    X(partial_boolean_threshold_comparison)                                                                  \
    X(logical_and)                                                                                           \
    X(logical_change)                                                                                        \
    X(logical_edge)                                                                                          \
    X(logical_falling_edge)                                                                                  \
    X(greater)                                                                                               \
    X(greater_equal)                                                                                         \
    X(greater_equal_threshold)                                                                               \
    X(greater_threshold)                                                                                     \
    X(hysteresis)                                                                                            \
    X(less)                                                                                                  \
    X(less_equal)                                                                                            \
    X(less_equal_threshold)                                                                                  \
    X(less_threshold)                                                                                        \
    X(logical_delay)                                                                                         \
    X(logical_switch)                                                                                        \
    X(logical_nand)                                                                                          \
    X(logical_nor)                                                                                           \
    X(logical_not)                                                                                           \
    X(on_off_controller)                                                                                     \
    X(logical_or)                                                                                            \
    X(logical_pre)                                                                                           \
    X(rs_flip_flop)                                                                                          \
    X(switch)                                                                                                \
    X(timer)                                                                                                 \
    X(triggered_trapezoid)                                                                                   \
    X(logical_xor)                                                                                           \
    X(zero_crossing)                                                                                         \
    X(abs)                                                                                                   \
    X(acos_block)                                                                                            \
    X(add)                                                                                                   \
    X(add3)                                                                                                  \
    X(asin_block)                                                                                            \
    X(atan_block)                                                                                            \
    X(atan2_block)                                                                                           \
    X(boolean_change)                                                                                        \
    X(boolean_to_integer)                                                                                    \
    X(boolean_to_real)                                                                                       \
    X(continuous_mean)                                                                                       \
    X(continuous_signal_extrema)                                                                             \
    X(cos_block)                                                                                             \
    X(cosh_block)                                                                                            \
    X(division)                                                                                              \
    X(math_edge)                                                                                             \
    X(exponential)                                                                                           \
    X(exponentiation)                                                                                        \
    X(feedback)                                                                                              \
    X(gain)                                                                                                  \
    X(harmonic)                                                                                              \
    X(integer_change)                                                                                        \
    X(integer_to_boolean)                                                                                    \
    X(integer_to_real)                                                                                       \
    X(linear_dependency)                                                                                     \
    X(logarithm)                                                                                             \
    X(log10_block)                                                                                           \
    X(matrix_gain)                                                                                           \
    X(max)                                                                                                   \
    X(mean)                                                                                                  \
    X(min)                                                                                                   \
    X(min_max)                                                                                               \
    X(multi_product)                                                                                         \
    X(multi_sum)                                                                                             \
    X(real_multi_switch)                                                                                     \
    X(polar_to_rectangular)                                                                                  \
    X(power)                                                                                                 \
    X(product)                                                                                               \
    X(pythagoras)                                                                                            \
    X(real_to_boolean)                                                                                       \
    X(real_to_integer)                                                                                       \
    X(rectangular_to_polar)                                                                                  \
    X(rectified_mean)                                                                                        \
    X(root_mean_square)                                                                                      \
    X(sign)                                                                                                  \
    X(signal_extrema)                                                                                        \
    X(sin_block)                                                                                             \
    X(sinh_block)                                                                                            \
    X(square_root)                                                                                           \
    X(standard_deviation)                                                                                    \
    X(sum)                                                                                                   \
    X(tan_block)                                                                                             \
    X(tanh_block)                                                                                            \
    X(total_harmonic_distortion)                                                                             \
    X(variance)                                                                                              \
    X(wrap_angle)                                                                                            \
    X(multi_and)                                                                                             \
    X(changing_edge)                                                                                         \
    X(falling_edge)                                                                                          \
    X(boolean_multi_switch)                                                                                  \
    X(multi_nand)                                                                                            \
    X(multi_nor)                                                                                             \
    X(small_not)                                                                                             \
    X(on_delay)                                                                                              \
    X(multi_or)                                                                                              \
    X(rising_edge)                                                                                           \
    X(multi_xor)                                                                                             \
    X(integer_multi_switch)                                                                                  \
    X(integer_product)                                                                                       \
    X(integer_sum)                                                                                           \
    X(triggered_add)                                                                                         \
    X(dead_zone)                                                                                             \
    X(fixed_delay)                                                                                           \
    X(limiter)                                                                                               \
    X(pade_delay)                                                                                            \
    X(slew_rate_limiter)                                                                                     \
    X(variable_delay)                                                                                        \
    X(variable_limiter)                                                                                      \
    X(boolean_pass_through)                                                                                  \
    X(boolean_replicator)                                                                                    \
    X(demultiplex)                                                                                           \
    X(demultiplex2)                                                                                          \
    X(demultiplex3)                                                                                          \
    X(demultiplex4)                                                                                          \
    X(demultiplex5)                                                                                          \
    X(demultiplex6)                                                                                          \
    X(extract_signal)                                                                                        \
    X(extractor)                                                                                             \
    X(integer_pass_through)                                                                                  \
    X(integer_replicator)                                                                                    \
    X(multiplex)                                                                                             \
    X(multiplex2)                                                                                            \
    X(multiplex3)                                                                                            \
    X(multiplex4)                                                                                            \
    X(multiplex5)                                                                                            \
    X(multiplex6)                                                                                            \
    X(real_pass_through)                                                                                     \
    X(replicator)                                                                                            \
    X(boolean_constant)                                                                                      \
    X(boolean_expression)                                                                                    \
    X(boolean_pulse)                                                                                         \
    X(boolean_step)                                                                                          \
    X(boolean_table)                                                                                         \
    X(combi_time_table)                                                                                      \
    X(constant)                                                                                              \
    X(continuous_clock)                                                                                      \
    X(cosine)                                                                                                \
    X(cosine_variable)                                                                                       \
    X(exp_sine)                                                                                              \
    X(exponentials)                                                                                          \
    X(integer_constant)                                                                                      \
    X(integer_expression)                                                                                    \
    X(integer_step)                                                                                          \
    X(integer_table)                                                                                         \
    X(kinematic_ptp)                                                                                         \
    X(kinematic_ptp2)                                                                                        \
    X(log_frequency_sweep)                                                                                   \
    X(pulse)                                                                                                 \
    X(ramp)                                                                                                  \
    X(real_expression)                                                                                       \
    X(sample_trigger)                                                                                        \
    X(saw_tooth)                                                                                             \
    X(sinc)                                                                                                  \
    X(sine)                                                                                                  \
    X(sine_variable)                                                                                         \
    X(step)                                                                                                  \
    X(time_table)                                                                                            \
    X(trapezoid)                                                                                             \
    X(combi_table_1ds)                                                                                       \
    X(combi_table_1dv)                                                                                       \
    X(combi_table_2ds)                                                                                       \
    X(combi_table_2dv)                                                                                       \
    X(angle_to_torque_adaptor)                                                                               \
    X(bearing_friction)                                                                                      \
    X(rot_brake)                                                                                             \
    X(clutch)                                                                                                \
    X(rot_damper)                                                                                            \
    X(disc)                                                                                                  \
    X(elasto_backlash)                                                                                       \
    X(elasto_backlash2)                                                                                      \
    X(rot_fixed)                                                                                             \
    X(general_angle_to_torque_adaptor)                                                                       \
    X(general_torque_to_angle_adaptor)                                                                       \
    X(ideal_gear)                                                                                            \
    X(rot_ideal_gear_r2t)                                                                                    \
    X(ideal_planetary)                                                                                       \
    X(rot_ideal_rolling_wheel)                                                                               \
    X(rot_inertia)                                                                                           \
    X(rot_initialize_flange)                                                                                 \
    X(one_way_clutch)                                                                                        \
    X(rot_relative_states)                                                                                   \
    X(rot_spring)                                                                                            \
    X(rot_spring_damper)                                                                                     \
    X(torque_to_angle_adaptor)                                                                               \
    X(rot_flange)                                                                                            \
    X(rot_flange_a)                                                                                          \
    X(rot_flange_b)                                                                                          \
    X(rot_internal_support)                                                                                  \
    X(rot_partial_absolute_sensor)                                                                           \
    X(rot_partial_compliant)                                                                                 \
    X(rot_partial_compliant_with_relative_states)                                                            \
    X(rot_partial_elementary_one_flange_and_support2)                                                        \
    X(rot_partial_elementary_rotational_to_translational)                                                    \
    X(rot_partial_elementary_two_flanges_and_support2)                                                       \
    X(rot_partial_friction)                                                                                  \
    X(rot_partial_one_flange_and_support)                                                                    \
    X(rot_partial_relative_sensor)                                                                           \
    X(rot_partial_torque)                                                                                    \
    X(rot_partial_two_flanges)                                                                               \
    X(rot_partial_two_flanges_and_support)                                                                   \
    X(rot_support)                                                                                           \
    X(rot_acc_sensor)                                                                                        \
    X(angle_sensor)                                                                                          \
    X(rot_multi_sensor)                                                                                      \
    X(rot_power_sensor)                                                                                      \
    X(rot_rel_acc_sensor)                                                                                    \
    X(rel_angle_sensor)                                                                                      \
    X(rot_rel_speed_sensor)                                                                                  \
    X(rot_speed_sensor)                                                                                      \
    X(torque_sensor)                                                                                         \
    X(rot_accelerate)                                                                                        \
    X(rot_constant_speed)                                                                                    \
    X(constant_torque)                                                                                       \
    X(eddy_current_torque)                                                                                   \
    X(inverse_speed_dependent_torque)                                                                        \
    X(linear_speed_dependent_torque)                                                                         \
    X(rot_move)                                                                                              \
    X(rot_position)                                                                                          \
    X(quadratic_speed_dependent_torque)                                                                      \
    X(sign_torque)                                                                                           \
    X(rot_speed)                                                                                             \
    X(torque)                                                                                                \
    X(torque2)                                                                                               \
    X(torque_step)                                                                                           \
    X(brake)                                                                                                 \
    X(damper)                                                                                                \
    X(elasto_gap)                                                                                            \
    X(fixed)                                                                                                 \
    X(general_force_to_position_adaptor)                                                                     \
    X(general_position_to_force_adaptor)                                                                     \
    X(ideal_gear_r2t)                                                                                        \
    X(ideal_rolling_wheel)                                                                                   \
    X(initialize_flange)                                                                                     \
    X(mass)                                                                                                  \
    X(mass_with_stop_and_friction)                                                                           \
    X(relative_states)                                                                                       \
    X(rod)                                                                                                   \
    X(rolling_resistance)                                                                                    \
    X(spring)                                                                                                \
    X(spring_damper)                                                                                         \
    X(support_friction)                                                                                      \
    X(vehicle)                                                                                               \
    X(flange)                                                                                                \
    X(flange_a)                                                                                              \
    X(flange_b)                                                                                              \
    X(internal_support)                                                                                      \
    X(partial_absolute_sensor)                                                                               \
    X(partial_compliant)                                                                                     \
    X(partial_compliant_with_relative_states)                                                                \
    X(partial_elementary_one_flange_and_support2)                                                            \
    X(partial_elementary_rotational_to_translational)                                                        \
    X(partial_elementary_two_flanges_and_support2)                                                           \
    X(partial_force)                                                                                         \
    X(partial_friction)                                                                                      \
    X(partial_one_flange_and_support)                                                                        \
    X(partial_relative_sensor)                                                                               \
    X(partial_rigid)                                                                                         \
    X(partial_two_flanges)                                                                                   \
    X(partial_two_flanges_and_support)                                                                       \
    X(support)                                                                                               \
    X(acc_sensor)                                                                                            \
    X(force_sensor)                                                                                          \
    X(multi_sensor)                                                                                          \
    X(position_sensor)                                                                                       \
    X(power_sensor)                                                                                          \
    X(rel_acc_sensor)                                                                                        \
    X(rel_position_sensor)                                                                                   \
    X(rel_speed_sensor)                                                                                      \
    X(speed_sensor)                                                                                          \
    X(accelerate)                                                                                            \
    X(constant_force)                                                                                        \
    X(constant_speed)                                                                                        \
    X(eddy_current_force)                                                                                    \
    X(force)                                                                                                 \
    X(force2)                                                                                                \
    X(force_step)                                                                                            \
    X(inverse_speed_dependent_force)                                                                         \
    X(linear_speed_dependent_force)                                                                          \
    X(move)                                                                                                  \
    X(position)                                                                                              \
    X(quadratic_speed_dependent_force)                                                                       \
    X(sign_force)                                                                                            \
    X(speed)                                                                                                 \
    X(celsius_fixed_temperature)                                                                             \
    X(celsius_from_kelvin)                                                                                   \
    X(celsius_prescribed_temperature)                                                                        \
    X(celsius_temperature_sensor)                                                                            \
    X(celsius_to_kelvin)                                                                                     \
    X(body_radiation)                                                                                        \
    X(convection)                                                                                            \
    X(convective_resistor)                                                                                   \
    X(general_heat_flow_to_temperature_adaptor)                                                              \
    X(general_temperature_to_heat_flow_adaptor)                                                              \
    X(heat_capacitor)                                                                                        \
    X(thermal_collector)                                                                                     \
    X(thermal_collector_matrix)                                                                              \
    X(thermal_conductor)                                                                                     \
    X(thermal_resistor)                                                                                      \
    X(fahrenheit_fixed_temperature)                                                                          \
    X(fahrenheit_from_kelvin)                                                                                \
    X(fahrenheit_prescribed_temperature)                                                                     \
    X(fahrenheit_temperature_sensor)                                                                         \
    X(fahrenheit_to_kelvin)                                                                                  \
    X(element_1d)                                                                                            \
    X(heat_port)                                                                                             \
    X(heat_port_a)                                                                                           \
    X(heat_port_b)                                                                                           \
    X(partial_conditional_heat_port)                                                                         \
    X(partial_elementary_conditional_heat_port)                                                              \
    X(partial_elementary_conditional_heat_port_without_t)                                                    \
    X(rankine_fixed_temperature)                                                                             \
    X(rankine_from_kelvin)                                                                                   \
    X(rankine_prescribed_temperature)                                                                        \
    X(rankine_temperature_sensor)                                                                            \
    X(rankine_to_kelvin)                                                                                     \
    X(conditional_fixed_heat_flow_sensor)                                                                    \
    X(heat_flow_sensor)                                                                                      \
    X(rel_temperature_sensor)                                                                                \
    X(temperature_sensor)                                                                                    \
    X(fixed_heat_flow)                                                                                       \
    X(fixed_temperature)                                                                                     \
    X(prescribed_heat_flow)                                                                                  \
    X(prescribed_temperature)                                                                                \
    X(dyad_shaft_damper)                                                                                     \
    X(dyad_fixed_shaft)                                                                                      \
    X(dyad_ideal_gear)                                                                                       \
    X(dyad_ideal_gear_r2t)                                                                                   \
    X(dyad_ideal_rolling_wheel)                                                                              \
    X(dyad_inertia)                                                                                          \
    X(dyad_shaft_spring)                                                                                     \
    X(dyad_shaft_spring_damper)                                                                              \
    X(dyad_angle_sensor)                                                                                     \
    X(dyad_shaft_speed_sensor)                                                                               \
    X(dyad_torque_source)                                                                                    \
    X(dyad_body_radiation)                                                                                   \
    X(dyad_convection)                                                                                       \
    X(dyad_convective_resistor)                                                                              \
    X(dyad_heat_capacitor)                                                                                   \
    X(dyad_thermal_conductor)                                                                                \
    X(dyad_thermal_resistor)                                                                                 \
    X(dyad_heat_flow_sensor)                                                                                 \
    X(dyad_rel_temperature_sensor)                                                                           \
    X(dyad_temperature_sensor)                                                                               \
    X(dyad_fixed_heat_flow)                                                                                  \
    X(dyad_fixed_temperature)                                                                                \
    X(dyad_prescribed_heat_flow)                                                                             \
    X(dyad_prescribed_temperature)                                                                           \
    X(dyad_damper)                                                                                           \
    X(dyad_elasto_gap)                                                                                       \
    X(dyad_fixed)                                                                                            \
    X(dyad_mass)                                                                                             \
    X(dyad_prescribe_initial_acceleration)                                                                   \
    X(dyad_prescribe_initial_equilibrium)                                                                    \
    X(dyad_prescribe_initial_position)                                                                       \
    X(dyad_prescribe_initial_velocity)                                                                       \
    X(dyad_relative_states)                                                                                  \
    X(dyad_rod)                                                                                              \
    X(dyad_spring)                                                                                           \
    X(dyad_spring_damper)                                                                                    \
    X(dyad_acceleration_sensor)                                                                              \
    X(dyad_force_sensor)                                                                                     \
    X(dyad_multi_sensor)                                                                                     \
    X(dyad_position_sensor)                                                                                  \
    X(dyad_power_sensor)                                                                                     \
    X(dyad_relative_acceleration_sensor)                                                                     \
    X(dyad_relative_position_sensor)                                                                         \
    X(dyad_relative_speed_sensor)                                                                            \
    X(dyad_relative_velocity_sensor)                                                                         \
    X(dyad_speed_sensor)                                                                                     \
    X(dyad_velocity_sensor)                                                                                  \
    X(dyad_accelerate)                                                                                       \
    X(dyad_constant_force)                                                                                   \
    X(dyad_constant_speed)                                                                                   \
    X(dyad_force)                                                                                            \
    X(dyad_force_step)                                                                                       \
    X(dyad_inverse_speed_dependent_force)                                                                    \
    X(dyad_linear_speed_dependent_force)                                                                     \
    X(dyad_position)                                                                                         \
    X(dyad_quadratic_speed_dependent_force)                                                                  \
    X(dyad_sign_force)                                                                                       \
    X(dyad_speed)

#define DECLARE(name) extern const eg_class eg_class_##name;
CLASS_LIST(DECLARE)
#undef DECLARE

#define ADDRESS(name) &eg_class_##name,
static const eg_class *const classes[] = {CLASS_LIST(ADDRESS)};
#undef ADDRESS

/* Decoration without content, for `extends`. Sorted. */
static const char *const icons[] = {
    "Modelica.Blocks.Icons.Block",
    "Modelica.Blocks.Icons.BooleanBlock",
    "Modelica.Blocks.Icons.DiscreteBlock",
    "Modelica.Blocks.Icons.IntegerBlock",
    "Modelica.Blocks.Icons.PartialBooleanBlock",
    "Modelica.Icons.BasesPackage",
    "Modelica.Icons.Contact",
    "Modelica.Icons.Example",
    "Modelica.Icons.ExamplesPackage",
    "Modelica.Icons.Function",
    "Modelica.Icons.FunctionsPackage",
    "Modelica.Icons.IconsPackage",
    "Modelica.Icons.Information",
    "Modelica.Icons.InterfacesPackage",
    "Modelica.Icons.InternalPackage",
    "Modelica.Icons.MaterialPropertiesPackage",
    "Modelica.Icons.MaterialProperty",
    "Modelica.Icons.ObsoleteModel",
    "Modelica.Icons.Package",
    "Modelica.Icons.Record",
    "Modelica.Icons.RecordsPackage",
    "Modelica.Icons.RectangularSensor",
    "Modelica.Icons.References",
    "Modelica.Icons.ReleaseNotes",
    "Modelica.Icons.RoundSensor",
    "Modelica.Icons.SensorsPackage",
    "Modelica.Icons.SourcesPackage",
    "Modelica.Icons.TypeBoolean",
    "Modelica.Icons.TypeInteger",
    "Modelica.Icons.TypeReal",
    "Modelica.Icons.TypeString",
    "Modelica.Icons.TypesPackage",
    "Modelica.Icons.UnderConstruction",
    "Modelica.Icons.UtilitiesPackage",
    "Modelica.Icons.VariantsPackage",
    "Modelica.Thermal.HeatTransfer.Icons.Conversion",
    "Modelica.Thermal.HeatTransfer.Icons.FixedTemperature",
    "Modelica.Thermal.HeatTransfer.Icons.PrescribedTemperature",
};

/* Packages that hold no native class but something else that is known: types, constants, functions. */
static const char *const other_packages[] = {
    "Modelica.Constants",
    "Modelica.Electrical",
    "Modelica.Electrical.Machines",
    "Modelica.Electrical.Machines.Thermal",
    "Modelica.Electrical.Machines.Thermal.Constants",
    "Modelica.Math",
    "Modelica.SIunits",
    "Modelica.SIunits.Conversions",
    "Modelica.SIunits.Conversions.NonSIunits",
    "Modelica.Units",
    "Modelica.Units.NonSI",
    "Modelica.Units.SI",
    "ModelicaServices",
    "ModelicaServices.Machine",
};

const eg_class *const *eg_classes(size_t *count)
{
    *count = EG_COUNT(classes);
    return classes;
}

static int compare_class(const void *name, const void *item)
{
    return strcmp(name, (*(const eg_class *const *)item)->name);
}

const eg_class *eg_class_find(const char *name)
{
    const eg_class *const *found = bsearch(name, classes, EG_COUNT(classes), sizeof *classes, compare_class);
    if (found)
        return *found;
    for (size_t i = 0; i < EG_COUNT(classes); i++)
        if (classes[i]->short_name && strcmp(classes[i]->short_name, name) == 0)
            return classes[i];
    return NULL;
}

static bool is_inside(const char *name, const char *package, size_t length)
{
    return strncmp(name, package, length) == 0 && name[length] == '.';
}

bool eg_package_exists(const char *name)
{
    size_t length = strlen(name);
    if (length == 0)
        return false;
    for (size_t i = 0; i < EG_COUNT(classes); i++)
        if (is_inside(classes[i]->name, name, length))
            return true;
    for (size_t i = 0; i < EG_COUNT(icons); i++)
        if (is_inside(icons[i], name, length))
            return true;
    for (size_t i = 0; i < EG_COUNT(other_packages); i++)
        if (strcmp(other_packages[i], name) == 0)
            return true;
    return false;
}

static int compare_text(const void *name, const void *item)
{
    return strcmp(name, *(const char *const *)item);
}

bool eg_class_is_icon(const char *name)
{
    return bsearch(name, icons, EG_COUNT(icons), sizeof *icons, compare_text) != NULL;
}

/* ---------------------------------------------------------------- what was probably meant */

static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Of the classes in the package that `name` begins with, or NULL. */
static const char *nearest_in_package(const char *name)
{
    const char *candidates[EG_COUNT(classes)], *names[EG_COUNT(classes)], *last = last_part(name);
    size_t length = (size_t)(last - name), count = 0;
    for (size_t i = 0; i < EG_COUNT(classes); i++)
        if (length > 0 && (size_t)(last_part(classes[i]->name) - classes[i]->name) == length &&
            strncmp(classes[i]->name, name, length) == 0) {
            names[count] = classes[i]->name;
            candidates[count++] = last_part(classes[i]->name);
        }
    const char *found = eg_nearest(last, candidates, count);
    for (size_t i = 0; i < count; i++)
        if (candidates[i] == found)
            return names[i];
    return NULL;
}

/* The package may be right. Else the last part of the name is what people remember, so that is what must be
 * near; which of the classes that end with it was meant, the whole name decides. */
const char *eg_class_nearest(const char *name)
{
    const char *candidates[EG_COUNT(classes)], *sibling = nearest_in_package(name);
    if (sibling)
        return sibling;
    for (size_t i = 0; i < EG_COUNT(classes); i++)
        candidates[i] = last_part(classes[i]->name);
    const char *last = eg_nearest(last_part(name), candidates, EG_COUNT(classes));
    if (!last)
        return NULL;
    size_t count = 0;
    for (size_t i = 0; i < EG_COUNT(classes); i++)
        if (strcmp(last_part(classes[i]->name), last) == 0)
            candidates[count++] = classes[i]->name;
    const char *whole = eg_nearest(name, candidates, count);
    for (size_t i = 0; i < count && !whole; i++) /* what most people write for */
        if (strncmp(candidates[i], "Modelica.", 9) == 0)
            whole = candidates[i];
    return whole ? whole : candidates[0];
}
