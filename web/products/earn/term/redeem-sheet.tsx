import { useEffect, useState } from 'react'
import { couponOfOrder } from '#domain/coupon/contract.ts'
import { quoteRedemption, redeem, type SubscriptionView } from '#domain/earn/contract.ts'
import { QUOTE_VALID_MS } from '#domain/earn/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import type { RefusalCode } from '#domain/errors.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { useCountdown } from '#web/features/time/use-countdown.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { amount, isZero } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CountdownRing } from '#web/ui/countdown-ring.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { AppTermKind } from './kind.ts'
import { inReward, paidText } from './projection.ts'

type Quote = OutputOf<typeof quoteRedemption>

/** A second is kept back for the way of the answer, so that a quote never ends while its button can be pressed. */
const SHOWN_SECONDS = QUOTE_VALID_MS / 1_000 - 1

/** Redeem early: a firm quote that counts down, then what was paid, which is the same. */
export function RedeemSheet({
  kind,
  subscription,
  onClose,
}: {
  kind: AppTermKind
  subscription: SubscriptionView
  onClose(): void
}) {
  const { t, locale } = useTexts()
  const quote = useApiMutation(quoteRedemption, { toastsRefusal: false })
  const redemption = useApiMutation(redeem)
  const [firm, setFirm] = useState<Quote>()
  const [paid, setPaid] = useState<NonNullable<SubscriptionView['result']>>()
  const [secondsLeft, begin] = useCountdown()

  async function ask(): Promise<void> {
    redemption.reset()
    const got = await quote.send({ id: subscription.id })
    if (!got) return
    setFirm(got)
    begin(SHOWN_SECONDS)
  }

  async function accept(quoteId: string): Promise<void> {
    const done = await redemption.send({ id: subscription.id, quoteId })
    if (done?.result) setPaid(done.result)
    else if (done) {
      // Notice is given: the money comes when it is over.
      toast(t('earn_pages.notice_given', { date: utcDate(done.maturesAtMs, locale) }))
      onClose()
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet asks once when it opens, then by its button
  useEffect(() => {
    void ask()
  }, [])

  if (paid) return <PaidSheet subscription={subscription} paid={paid} onClose={onClose} />
  // The outcome is unknown: repeat the same request with the same idempotency key.
  const isUnknown = redemption.error?.isOutcomeUnknown === true && firm !== undefined
  const error = redemption.error ?? quote.error
  const isFirm = firm !== undefined && secondsLeft > 0 && !error
  return (
    <Sheet isOpen onClose={onClose} isRefusal={error !== null} {...wordsFor(kind, error, isUnknown, t)}>
      <div className={cx('pt-3 pb-4', !isFirm && 'opacity-50')}>
        {firm ? (
          <Figures subscription={subscription} redemption={firm} />
        ) : (
          <Skeleton className="h-44 w-full" />
        )}
      </div>
      {isFirm || isUnknown ? (
        <Button
          kind="primary"
          className="w-full"
          isPending={redemption.isPending}
          onClick={() => void accept(firm.quoteId)}
        >
          {isFirm && !redemption.isPending && (
            <CountdownRing secondsLeft={secondsLeft} seconds={SHOWN_SECONDS} />
          )}
          {isUnknown
            ? t('common.try_again')
            : t('earn_pages.redeem_for', { amount: amount(firm.refund), currency: firm.currency })}
        </Button>
      ) : (
        <Button kind="primary" className="w-full" isPending={quote.isPending} onClick={() => void ask()}>
          {t('earn_pages.new_quote')}
        </Button>
      )}
      <p role="status" className="figures pt-3 text-center text-12 text-t3">
        {isUnknown
          ? t('money.not_twice')
          : isFirm
            ? t('earn_pages.firm_for', { seconds: secondsLeft })
            : firm && !error && t('earn_pages.quote_expired')}
      </p>
    </Sheet>
  )
}

/** Refusals that say themselves how far the subscription has come. */
const notRedeemable: ReadonlySet<string> = new Set<RefusalCode>([
  'EARN_NOT_REDEEMABLE',
  'EARN_AT_ITS_END',
  'EARN_NOTICE_GIVEN',
])

/** What the sheet says on top: the offer, that nobody knows, or what did not happen and why. */
function wordsFor(
  kind: AppTermKind,
  error: ApiError | null,
  isUnknown: boolean,
  t: Translate,
): { title: string; text: string } {
  if (!error) return { title: t(kind.texts.redeemTitle), text: t(kind.texts.redeemWhy) }
  if (isUnknown) {
    return {
      title: t('money.outcome_unknown'),
      text: `${t('money.outcome_unknown_why')} ${error.message}`,
    }
  }
  const runsOn = notRedeemable.has(error.code) ? '' : `${t('earn_pages.still_active')} `
  return { title: t('earn_pages.not_redeemed'), text: runsOn + error.message }
}

function Figures({
  subscription,
  redemption,
  isPaid = false,
}: {
  subscription: SubscriptionView
  redemption: { interest: string; penalty: string; refund: string; givenUp: string }
  isPaid?: boolean
}) {
  const { t } = useTexts()
  const coupon = useApiQuery(couponOfOrder, { orderId: subscription.id }).data?.items[0]
  return (
    <KeyValue
      ruled
      lines={[
        { name: t('earn_pages.amount'), value: amount(subscription.principal) },
        isZero(redemption.givenUp)
          ? {
              name: t('earn_pages.interest_earned'),
              value: `+${inReward(subscription, amount(redemption.interest))}`,
            }
          : {
              name: t('earn_pages.given_up'),
              value: inReward(subscription, amount(redemption.givenUp)),
            },
        { name: t('earn_pages.penalty'), value: `−${amount(redemption.penalty)}` },
        {
          name: t(isPaid ? 'earn_pages.refund' : 'earn_pages.redemption_refund'),
          value: `${amount(redemption.refund)} ${subscription.currency}`,
          isStrong: true,
        },
        !isPaid &&
          coupon?.status === 'running' && {
            name: t('earn_pages.coupon_lost'),
            value: `${amount(coupon.amount)} ${coupon.currency}`,
          },
        !isPaid &&
          subscription.termDays > 0 && {
            name: t('earn_pages.if_held'),
            value: paidText(
              { paid: subscription.paidAtMaturity, interest: subscription.interestAtMaturity },
              subscription,
            ),
          },
      ]}
    />
  )
}

function PaidSheet({
  subscription,
  paid,
  onClose,
}: {
  subscription: SubscriptionView
  paid: NonNullable<SubscriptionView['result']>
  onClose(): void
}) {
  const { t } = useTexts()
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('earn_pages.redeemed_title')}
      text={t('earn_pages.redeemed_why')}
    >
      <div className="pt-3 pb-4">
        <Figures subscription={subscription} redemption={paid} isPaid />
      </div>
      <Button className="w-full" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Sheet>
  )
}
