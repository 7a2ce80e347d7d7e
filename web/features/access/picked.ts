import { create } from 'zustand'

/** What was chosen on a page of its own for a form, until the form takes it. */
export const usePicked = create<{
  readonly country?: string | undefined
  readonly address?: string | undefined
}>()(() => ({}))
