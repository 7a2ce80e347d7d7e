/** A test: its file, and words of its title. */
export type Shown = readonly [file: string, title: string]

/** A sentence of the specification. */
export interface Row {
  readonly id: string
  /** What it asks for, in our words. */
  readonly says: string
  /** The tests that show it. */
  readonly shown: readonly Shown[]
  /** What of it no test shows yet. */
  readonly open?: string
}

/** A section of the specification, or of the rulings that settle what it leaves open. */
export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

export const row = (id: string, says: string, ...shown: readonly Shown[]): Row => ({ id, says, shown })
export const openRow = (id: string, says: string, open: string, ...shown: readonly Shown[]): Row => ({
  ...{ id, says, shown, open },
})
