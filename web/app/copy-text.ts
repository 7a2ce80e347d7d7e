import { toast } from '#web/app/toast.ts'
import type { Translate } from '#web/texts/texts.ts'

/** Copies a text, and says in a toast whether it was: where a page is not secure there is no clipboard, else it may be forbidden. */
export async function copyText(text: string, t: Translate): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(t('common.copied'))
  } catch {
    toast(t('common.not_copied'))
  }
}
