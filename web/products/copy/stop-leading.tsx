import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { copyCentre, copyStopLeading, type LeadCentreView } from '#domain/copy/contract.ts'
import { leadCan } from '#domain/copy/rules.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** The way to stop leading, or to take an application back; asked once more. */
export function StopLeading({ centre: { status } }: { centre: LeadCentreView }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const call = useApiMutation(copyStopLeading, { toastsRefusal: false })
  const which = (leadCan.stop as readonly string[]).includes(status)
    ? 'stop'
    : (leadCan.withdraw as readonly string[]).includes(status)
      ? 'withdraw'
      : undefined
  if (!which) return null

  async function send(): Promise<void> {
    const done = await call.send({})
    if (!done) return
    setOpen(false)
    queries.setQueryData([copyCentre.path, {}], done)
    toast(t(`copy_pages.leading_${which!}_done`))
  }
  return (
    <div className="gutter pt-4 pb-4">
      <Button className="w-full" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(`copy_pages.leading_${which}`)}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t(`copy_pages.leading_${which}_title`)}
        text={t(`copy_pages.leading_${which}_why`)}
      >
        {call.error && (
          <p role="alert" className="pt-2 text-13 text-danger">
            {call.error.message}
          </p>
        )}
        <Button kind="primary" className="mt-4 w-full" isPending={call.isPending} onClick={() => void send()}>
          {t(`copy_pages.leading_${which}`)}
        </Button>
      </Sheet>
    </div>
  )
}
