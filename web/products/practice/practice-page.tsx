import { practiceFill, practiceOpen, practiceWallet } from '#domain/practice/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import type { ApiError } from '#web/app/api-error.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { practise, usePractising } from '#web/features/practice/practice.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Follows } from './follows.tsx'

/** Practice: what it is and is not, the switch, and the practice wallet. */
export default function PracticePage() {
  const { t } = useTexts()
  const isPractising = usePractising()
  const open = useApiMutation(practiceOpen, { toastsRefusal: true })

  async function begin(): Promise<void> {
    if (await open.send({})) practise(true, 'pages/transaction/contract')
  }

  return (
    <SettingsFrame>
      <AppBar title={t('practice_pages.title')} />
      <main className="max-w-140 pb-8">
        <section className="gutter pt-4">
          <h2 className="text-20">{t('practice_pages.lead')}</h2>
          <ul className="list-disc pt-2 pl-5 text-13 text-t2">
            <li>{t('practice_pages.rule_same')}</li>
            <li>{t('practice_pages.rule_no_money')}</li>
            <li>{t('practice_pages.rule_fees')}</li>
            <li>{t('practice_pages.rule_blocked')}</li>
            <li>{t('practice_pages.rule_limits')}</li>
            <li>{t('practice_pages.rule_only')}</li>
          </ul>
          {isPractising ? (
            <div className="flex flex-wrap gap-2 pt-4">
              <ButtonLink kind="primary" className="flex-1" to={toPage('pages/transaction/contract')}>
                {t('practice_pages.go_on')}
              </ButtonLink>
              <Button className="flex-1" onClick={() => practise(false, 'pages/setting/practice')}>
                {t('practice_pages.leave')}
              </Button>
            </div>
          ) : (
            <Button
              kind="primary"
              className="mt-4 w-full"
              isPending={open.isPending}
              onClick={() => void begin()}
            >
              {t('practice_pages.begin')}
            </Button>
          )}
        </section>
        <section className="gutter pt-8">
          <h2 className="text-15">{t('practice_pages.replay')}</h2>
          <p className="py-2 text-13 text-t2">{t('practice_pages.replay_lead')}</p>
          <ButtonLink className="w-full" to={toPage('pages/setting/replay')}>
            {t('practice_pages.replay_choose')}
          </ButtonLink>
        </section>
        <Follows />
        <Wallet />
      </main>
    </SettingsFrame>
  )
}

function Wallet() {
  const { t, locale } = useTexts()
  const isPractising = usePractising()
  const wallet = useApiQuery(practiceWallet, {})
  const fill = useApiMutation(practiceFill, { toastsRefusal: true })
  async function fillUp(): Promise<void> {
    if (await fill.send({})) toast(t('practice_pages.filled'))
    await wallet.refetch()
  }

  if (wallet.isError && !wallet.data)
    return <ErrorState error={wallet.error as ApiError} onRetry={() => void wallet.refetch()} />
  if (!wallet.data) return <SkeletonRows count={3} />
  const { currency, isOpen, available, margin, stakes, fillsTo, fillsAtMs } = wallet.data
  if (!isOpen) return null
  return (
    <section className="gutter pt-8">
      <h2 className="pb-1 text-15">{t('practice_pages.wallet')}</h2>
      <KeyValue
        lines={[
          { name: t('spot.available'), value: <Amount value={available} currency={currency} /> },
          { name: t('practice_pages.margin'), value: <Amount value={margin} currency={currency} /> },
          { name: t('practice_pages.stakes'), value: <Amount value={stakes} currency={currency} /> },
        ]}
      />
      <p className="py-2 text-12 text-t3">
        {fillsAtMs === null
          ? t('practice_pages.fill_why', { amount: amount(fillsTo, 0), currency })
          : t('practice_pages.fill_later', { time: utcMoment(fillsAtMs, locale) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          className="flex-1"
          disabled={fillsAtMs !== null}
          isPending={fill.isPending}
          onClick={() => void fillUp()}
        >
          {t('practice_pages.fill')}
        </Button>
        {isPractising && (
          <ButtonLink className="flex-1" to={toPage('pages/contractOrders/contractOrders')}>
            {t('practice_pages.history')}
          </ButtonLink>
        )}
        {isPractising && (
          <ButtonLink className="flex-1" to={toPage('pages/transaction/seconds_order')}>
            {t('practice_pages.history_options')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
