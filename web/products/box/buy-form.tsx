import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type BoxSeriesDetail, buyBox } from '#domain/box/contract.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { keepReceipt } from '#web/features/verify/kept-receipts.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { isSeed, newSeed } from './seed.ts'

/** Buys a box: the customer's own seed, and what happens after that. */
export function BuyForm({ series }: { series: BoxSeriesDetail }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const isSignedIn = useSignedIn()
  const [seed, setSeed] = useState(newSeed)
  /** What was looked at is what is sent. */
  const [seen, setSeen] = useState<string>()
  const buying = useApiMutation(buyBox)
  const available = useApiQuery(
    walletDetail,
    { currency: series.currency, walletType: 'funding' },
    { enabled: isSignedIn },
  ).data?.available
  const isOpen = series.phase === 'open'
  const isFull = series.own >= series.perCustomer
  const price = `${amount(series.price)} ${series.currency}`
  const action = t('box_pages.buy_for', { amount: amount(series.price), currency: series.currency })

  async function confirm() {
    if (seen === undefined) return
    const box = await buying.send({ code: series.code, clientSeed: seen })
    if (!box) return
    keepReceipt(box.id, box.receipt)
    setSeen(undefined)
    setSeed(newSeed())
    toast(t('box_pages.bought'))
    navigate(toPage('pages/nft/myBoxes', { id: box.id }))
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOpen || isFull || !isSeed(seed)) return
        if (!isSignedIn) return navigate(toPage('pages/common/login'))
        buying.reset()
        setSeen(seed)
      }}
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={t('box_pages.seed')}
            value={seed}
            onChange={(event) => setSeed(event.target.value.trim())}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            error={isSeed(seed) ? undefined : t('box_pages.seed_wrong')}
          />
        </div>
        <Button onClick={() => setSeed(newSeed())} aria-label={t('box_pages.seed_new')}>
          <RefreshCw aria-hidden size={20} />
        </Button>
      </div>
      <p className="text-13 text-t2">{t('box_pages.how')}</p>
      <p className="text-12 text-t3">{t('box_pages.refund_note')}</p>
      <BottomBar>
        <Button type="submit" kind="primary" className="w-full" disabled={!isOpen || isFull || !isSeed(seed)}>
          {!isOpen ? t(`box_pages.phase_${series.phase}`) : isFull ? t('box_pages.full') : action}
        </Button>
      </BottomBar>
      {seen !== undefined && (
        <MoneySheet
          isOpen
          title={t('box_pages.confirm_buy')}
          text={t('box_pages.refund_note')}
          lines={[
            { name: t('box_pages.one'), value: series.name, isStrong: true },
            { name: t('box_pages.price'), value: price },
            { name: t('box_pages.seed'), value: seen },
          ]}
          action={action}
          notDone={t('box_pages.not_done')}
          still={
            available
              ? [{ name: t('box_pages.still'), value: `${amount(available)} ${series.currency}` }]
              : []
          }
          onClose={() => setSeen(undefined)}
          onConfirm={() => void confirm()}
          isPending={buying.isPending}
          error={buying.error}
        />
      )}
    </form>
  )
}
