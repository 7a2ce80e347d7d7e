import { useState } from 'react'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { practiceFollow, practiceFollows } from '#domain/practice/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { CopyFields } from '#web/features/copy/copy-fields.tsx'
import { draftOf, emptyForm, readForm } from '#web/features/copy/copy-form.ts'
import { useCopyTerms } from '#web/features/copy/use-copy-terms.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/** The way to follow a lead with practice money, or to what came of it. Its words are there while practice is on. */
export default function FollowInPractice({ leadId }: { leadId: string }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const follows = useApiQuery(practiceFollows, {})
  const isFollowed = follows.data?.items.some((one) => one.leadId === leadId && one.status !== 'ended')
  if (isFollowed)
    return (
      <div className="gutter pt-4">
        <ButtonLink className="w-full" to={toPage('pages/setting/practice')}>
          {t('practice_pages.follow_see')}
        </ButtonLink>
      </div>
    )
  return (
    <div className="gutter pt-4">
      <p className="pb-2 text-12 text-t2">{t('practice_pages.follow_why')}</p>
      <Button kind="primary" className="w-full" onClick={() => setOpen(true)}>
        {t('practice_pages.follow')}
      </Button>
      {isOpen && (
        <BeginFollowing
          leadId={leadId}
          onClose={() => setOpen(false)}
          onBegun={() => void follows.refetch()}
        />
      )}
    </div>
  )
}

/** How much is copied and within which limits, by the form of real copies, before it begins. */
function BeginFollowing({ leadId, onClose, onBegun }: { leadId: string; onClose(): void; onBegun(): void }) {
  const { t } = useTexts()
  const terms = useCopyTerms()
  const [form, setForm] = useState(emptyForm)
  const follow = useApiMutation(practiceFollow, { toastsRefusal: true })
  const reading = readForm(form, terms, PRACTICE_CURRENCY)

  async function send(): Promise<void> {
    const { stopLoss: _, ...draft } = draftOf(form)
    if (!(await follow.send({ leadId, ...draft }))) return
    toast(t('practice_pages.follow_begun'))
    onClose()
    onBegun()
  }
  return (
    <Sheet isOpen onClose={onClose} title={t('practice_pages.follow')}>
      <form
        className="pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (reading.settings) void send()
        }}
      >
        <CopyFields
          {...{ form, reading, terms }}
          practice={{ currency: PRACTICE_CURRENCY }}
          onChange={setForm}
        />
        <Button
          type="submit"
          kind="primary"
          className="mt-4 w-full"
          disabled={!reading.settings}
          isPending={follow.isPending}
        >
          {t('practice_pages.follow')}
        </Button>
      </form>
    </Sheet>
  )
}
