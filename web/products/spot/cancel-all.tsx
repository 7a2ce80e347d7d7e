import { useState } from 'react'
import { spotCancelAll } from '#domain/spot/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { NotDoneSheet } from '#web/features/money/money-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** Cancels everything, after saying how much that is. */
export function CancelAll({ count }: { count: number }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const cancelAll = useApiMutation(spotCancelAll)

  async function run(): Promise<void> {
    const done = await cancelAll.send({})
    if (!done) return
    setOpen(false)
    toast(t('spot.cancelled_count', { count: done.cancelled.length }))
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="press min-h-11 px-3 text-13 text-t2">
        {t('spot.cancel_all')}
      </button>
      <Sheet
        isOpen={isOpen && cancelAll.error === null}
        onClose={() => setOpen(false)}
        title={t('spot.cancel_all_title', { count })}
        text={t('spot.cancel_all_why')}
      >
        <Button kind="primary" className="w-full" isPending={cancelAll.isPending} onClick={() => void run()}>
          {t('spot.cancel_all_do', { count })}
        </Button>
        <Button className="mt-2 w-full" onClick={() => setOpen(false)}>
          {t('spot.keep_orders')}
        </Button>
      </Sheet>
      {cancelAll.error && (
        <NotDoneSheet
          error={cancelAll.error}
          title={t('spot.not_done')}
          lead=""
          onRetry={cancelAll.error.isTransport ? () => void run() : undefined}
          onClose={cancelAll.reset}
        />
      )}
    </>
  )
}
