import { useState } from 'react'
import { type PracticeFollowView, practiceFollowSettings } from '#domain/practice/contract.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { CopyFields } from '#web/features/copy/copy-fields.tsx'
import { draftOf, formOf, readForm } from '#web/features/copy/copy-form.ts'
import { useCopyTerms } from '#web/features/copy/use-copy-terms.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** How much is copied in practice and within which limits, by the form of real copies, to change for what comes. */
export function FollowLimits({
  follow,
  onClose,
  onChanged,
}: {
  follow: PracticeFollowView
  onClose(): void
  onChanged(): void
}) {
  const { t } = useTexts()
  const terms = useCopyTerms(follow.termsVersion)
  const [form, setForm] = useState(() => formOf(follow))
  const call = useApiMutation(practiceFollowSettings, { toastsRefusal: true })
  const reading = readForm(form, terms, follow.currency)

  async function send(): Promise<void> {
    const { stopLoss: _, ...draft } = draftOf(form)
    if (!(await call.send({ followId: follow.id, ...draft }))) return
    toast(t('copy_pages.saved'))
    onChanged()
    onClose()
  }
  return (
    <Sheet isOpen onClose={onClose} title={t('copy_pages.limits')}>
      <form
        className="pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (reading.settings) void send()
        }}
      >
        <CopyFields {...{ form, reading, terms }} practice={follow} onChange={setForm} />
        <Button
          type="submit"
          kind="primary"
          className="mt-4 w-full"
          disabled={!reading.settings}
          isPending={call.isPending}
        >
          {t('copy_pages.save')}
        </Button>
      </form>
    </Sheet>
  )
}
