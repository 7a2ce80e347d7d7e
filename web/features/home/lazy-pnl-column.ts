import { lazy } from 'react'
import { loadArea } from '#web/texts/texts.ts'

/** The column of causes with the words of every reason, which the first page does without. */
export const PnlColumn = lazy(
  async () => (await Promise.all([import('./pnl-column.tsx'), loadArea('statement_pages')]))[0],
)
