import type * as childProcess from 'node:child_process'

/** Node takes 4 ms to load this, which only those pay who start a command. */
export const childProcesses = (): typeof childProcess => process.getBuiltinModule('node:child_process')
