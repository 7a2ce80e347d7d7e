/** Every migration of the history's database by name, in the order of their names. A new one is a line here. */
export * as '01-entries' from './01-entries.ts'
export * as '02-citus' from './02-citus.ts'
