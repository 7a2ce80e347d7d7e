import { create } from 'zustand'
import type { Translate } from '#web/texts/texts.ts'

const SHOWN_MS = 1_500

/** The one toast on screen, if any; `key` tells two equal texts apart. */
export const useToast = create<{ toast: { key: number; text: string } | undefined }>()(() => ({
  toast: undefined,
}))

let count = 0

/** Shows a short text for 1.5 s, without an icon: success, or the server's own words. Never a money error. */
export function toast(text: string): void {
  const key = ++count
  useToast.setState({ toast: { key, text } })
  setTimeout(() => {
    if (useToast.getState().toast?.key === key) useToast.setState({ toast: undefined })
  }, SHOWN_MS)
}

/** Copies a text, and says in a toast whether it was: where a page is not secure there is no clipboard, else it may be forbidden. */
export async function copyText(text: string, t: Translate): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(t('common.copied'))
  } catch {
    toast(t('common.not_copied'))
  }
}
