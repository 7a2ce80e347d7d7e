import { useState } from 'react'
import { PRACTICE_CURRENCY } from '#domain/money/currencies.ts'
import { practiceFollow, practiceFollows } from '#domain/practice/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'

/** The way to follow a lead with practice money, or to what came of it. Its words are there while practice is on. */
export default function FollowInPractice({ leadId }: { leadId: string }) {
  const { t } = useTexts()
  const [number, setNumber] = useState('')
  const follows = useApiQuery(practiceFollows, {})
  const follow = useApiMutation(practiceFollow)
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
    <form
      className="gutter pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        void follow.send({ leadId, number }).then((begun) => {
          if (!begun) return
          toast(t('practice_pages.follow_begun'))
          void follows.refetch()
        })
      }}
    >
      <p className="pb-2 text-12 text-t2">{t('practice_pages.follow_why')}</p>
      <div className="grid gap-2">
        <DecimalField
          isStacked
          label={t('practice_pages.follow_amount')}
          unit={PRACTICE_CURRENCY}
          decimals={decimalsOf(PRACTICE_CURRENCY)}
          value={number}
          error={follow.error?.message}
          onChange={(value) => {
            follow.reset()
            setNumber(value)
          }}
        />
        <Button type="submit" kind="primary" disabled={number === ''} isPending={follow.isPending}>
          {t('practice_pages.follow')}
        </Button>
      </div>
    </form>
  )
}
