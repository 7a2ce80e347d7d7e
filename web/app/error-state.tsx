import { CircleAlert } from 'lucide-react'
import { errorText } from '#web/app/api-error.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'

/** A part of a page whose call failed: the server's words, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTexts()
  return (
    <div role="alert" className="flex flex-col items-center gap-3 gutter py-10 text-center">
      <CircleAlert aria-hidden size={24} className="text-danger" />
      <p className="max-w-72 text-15 text-t2">{errorText(error) ?? t('common.fault_bad_answer')}</p>
      <Button size="small" onClick={onRetry}>
        {t('common.try_again')}
      </Button>
    </div>
  )
}
