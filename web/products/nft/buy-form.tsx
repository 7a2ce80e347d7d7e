import { useState } from 'react'
import { useNavigate } from 'react-router'
import { buyNft, type NftArtworkDetail, type NftTermsView } from '#domain/nft/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { ActionBar } from './action-bar.tsx'
import { isCovered, TooLittle } from './funding.tsx'
import { holderText, money, percentText } from './words.ts'

/** Buys an artwork at its price: what leaves the account, who gets what of it, and one more look before it is sent. */
export function BuyForm({
  artwork,
  price,
  terms,
}: {
  artwork: NftArtworkDetail
  price: string
  terms: NftTermsView | undefined
}) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const buying = useApiMutation(buyNft)
  /** What was looked at is what is sent, whatever changes behind the sheet. */
  const [seen, setSeen] = useState<{ readonly price: string; readonly lines: KeyValueLines }>()
  const { code, title, currency, shares, feePercent, royaltyPercent, endsAtMs } = artwork
  const available = terms?.items[0]?.available
  const action = (of: string) => t('nft_pages.buy_for', { price: money(of, currency) })
  const lines: KeyValueLines = [
    { name: t('nft_pages.you_pay'), value: money(price, currency), isStrong: true },
    { name: t('nft_pages.on_top'), value: money('0', currency) },
    { name: t('nft_pages.you_get'), value: <span lang="">{title}</span> },
    { name: t('nft_pages.seller'), value: holderText(artwork, t) },
    shares && {
      name: t('nft_pages.royalty_of', { percent: percentText(royaltyPercent) }),
      value: money(shares.royalty, currency),
    },
    shares && {
      name: t('nft_pages.fee_of', { percent: percentText(feePercent) }),
      value: money(shares.fee, currency),
    },
    shares && { name: t('nft_pages.seller_gets'), value: money(shares.seller, currency) },
  ]

  async function confirm() {
    if (!seen) return
    if (!(await buying.send({ code, price: seen.price }))) return
    setSeen(undefined)
    toast(t('nft_pages.bought'))
    navigate(toPage('pages/nft/myNft'), { replace: true })
  }
  return (
    <div className="flex flex-col gap-4 pt-4">
      <TooLittle terms={terms} cost={price} />
      <KeyValue
        ruled
        lines={[
          ...lines,
          available !== null && {
            name: t('nft_pages.in_funding'),
            value: <Amount value={available} currency={currency} />,
          },
          endsAtMs !== null && {
            name: t('nft_pages.offered_until'),
            value: zonedMoment(endsAtMs, locale),
          },
        ]}
      />
      <p className="flex items-start gap-2 text-12 text-t3">
        <Bob className="mt-0.5" />
        {t('nft_pages.record_note')}
      </p>
      {terms && (
        <p className="text-12 text-t3">{t('nft_pages.resale_rule', { hours: terms.resaleAfterHours })}</p>
      )}
      <ActionBar>
        <Button
          kind="primary"
          className="w-full"
          disabled={!terms || !isCovered(terms, price)}
          onClick={() => {
            buying.reset()
            setSeen({ price, lines })
          }}
        >
          {action(price)}
        </Button>
      </ActionBar>
      {seen && (
        <MoneySheet
          isOpen
          title={t('nft_pages.confirm_buy')}
          text={t('nft_pages.record_note')}
          lines={seen.lines}
          action={action(seen.price)}
          notDone={t('nft_pages.not_bought')}
          still={available ? [{ name: t('nft_pages.in_funding'), value: money(available, currency) }] : []}
          onClose={() => setSeen(undefined)}
          onConfirm={() => void confirm()}
          isPending={buying.isPending}
          error={buying.error}
          retriesRefusals={false}
          asksAgain
        />
      )}
    </div>
  )
}
