import { errorText } from '#web/app/api-error.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Failed } from '#web/ui/failed.tsx'

/** A part of a page whose call failed: the server's words, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTexts()
  const text = errorText(error) ?? t('common.fault_bad_answer')
  return <Failed text={text} retry={t('common.try_again')} onRetry={onRetry} />
}
