import type { ApiError } from '#web/app/api-error.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** A money call that did not do it: what did not happen first, then why. Stays until closed. */
export function RefusalSheet({
  error,
  onClose,
  onRetry,
  isPending = false,
}: {
  error: ApiError | null
  onClose(): void
  onRetry(): void
  isPending?: boolean
}) {
  const { t } = useTexts()
  const isUnknown = error?.isOutcomeUnknown ?? false
  return (
    <Sheet
      isRefusal
      isOpen={error !== null}
      onClose={onClose}
      title={t(isUnknown ? 'spot.no_answer' : 'spot.not_done')}
      text={isUnknown ? t('spot.no_answer_why') : error?.message}
    >
      {isUnknown && (
        <>
          <p className="pb-3 text-13 text-t3">{error?.message}</p>
          <Button kind="primary" className="w-full" isPending={isPending} onClick={onRetry}>
            {t('common.try_again')}
          </Button>
          <p className="pt-1.5 text-center text-12 text-t3">{t('spot.not_twice')}</p>
        </>
      )}
      <Button className="mt-2 w-full" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Sheet>
  )
}
