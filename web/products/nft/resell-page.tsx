import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { trimZeros } from '#domain/money/amount.ts'
import {
  type NftArtworkDetail,
  nftArtwork,
  nftCurrency,
  ownNfts,
  resellNft,
  withdrawNft,
} from '#domain/nft/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { ActionBar } from './action-bar.tsx'
import { resaleDraft } from './draft.ts'
import { Thumb } from './media.tsx'
import { WithArtwork } from './with-artwork.tsx'
import { money, percentText, toArtwork } from './words.ts'

/** Offers an artwork of one’s own at a price, changes that price, or takes the offer back. */
export default function ResellPage() {
  const { t } = useTexts()
  return (
    <WithArtwork title={t('nft_pages.sell')} refetchOf={() => 10_000}>
      {(artwork) => (
        <>
          <AppBar title={t(artwork.offer === 'fixed' ? 'nft_pages.change_offer' : 'nft_pages.sell')} />
          <main className="lg:grid lg:grid-cols-2">
            <div className="gutter pt-1 lg:sticky lg:top-(--bar) lg:self-start">
              <Thumb
                of={artwork}
                alt={t('nft_pages.picture_of', { title: artwork.title, artist: artwork.artist.name })}
                isWide
              />
            </div>
            <div className="min-w-0 gutter pt-4">
              <h2 lang="" className="text-20 font-semibold break-words">
                {artwork.title}
              </h2>
              <p lang="" className="text-13 text-t2">
                {artwork.artist.name}
              </p>
              <Resale artwork={artwork} />
            </div>
          </main>
        </>
      )}
    </WithArtwork>
  )
}

function Resale({ artwork }: { artwork: NftArtworkDetail }) {
  const { t, locale } = useTexts()
  const nowMs = useServerNow()
  const { isOwn, offer, own } = artwork
  const fromMs = own?.resaleFromMs ?? null
  const obstacle = !isOwn
    ? t('nft_pages.not_yours')
    : offer === 'auction'
      ? t('nft_pages.in_auction')
      : fromMs !== null && nowMs < fromMs
        ? t('nft_pages.resale_from', { date: zonedMoment(fromMs, locale) })
        : undefined
  // What was kept from before the offer has no price: the field begins with the one that is asked.
  if (obstacle === undefined) return <ResaleForm key={artwork.price} artwork={artwork} />
  return (
    <div className="flex flex-col gap-4 pt-4">
      <p role="status" className="text-15">
        {obstacle}
      </p>
      <ButtonLink to={toArtwork(artwork)}>{t('nft_pages.see_artwork')}</ButtonLink>
    </div>
  )
}

function ResaleForm({ artwork }: { artwork: NftArtworkDetail }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, price, currency, offer, royaltyPercent, feePercent } = artwork
  const terms = useApiQuery(nftCurrency, {}).data
  const [typed, setTyped] = useState(price === null ? '' : trimZeros(price))
  const [seen, setSeen] = useState<{ readonly price: string; readonly lines: KeyValueLines }>()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const offering = useApiMutation(resellNft)
  const withdrawing = useApiMutation(withdrawNft)
  const found = resaleDraft(typed, { royaltyPercent })
  const draft = found && 'price' in found ? found : undefined
  const error =
    found && 'error' in found
      ? found.error === 'AMOUNT_TOO_SMALL'
        ? t('nft_pages.price_too_low', { minimum: terms ? money(terms.minimumPrice, currency) : '' })
        : t('nft_pages.price_too_high', { maximum: terms ? money(terms.maximumPrice, currency) : '' })
      : undefined
  const lines: KeyValueLines = [
    { name: t('nft_pages.buyer_pays'), value: draft ? money(draft.price, currency) : '—' },
    {
      name: t('nft_pages.fee_of', { percent: percentText(feePercent) }),
      value: draft ? lessText(draft.fee, currency) : '—',
    },
    {
      name: t('nft_pages.royalty_of', { percent: percentText(royaltyPercent) }),
      value: draft ? lessText(draft.royalty, currency) : '—',
    },
    {
      name: t('nft_pages.you_receive'),
      value: draft ? money(draft.seller, currency) : '—',
      isStrong: true,
    },
  ]
  const isSame = draft !== undefined && price !== null && amount(draft.price) === amount(price)
  const action = (of: string) => t('nft_pages.offer_for', { price: money(of, currency) })

  function done(text: string) {
    for (const { path } of [nftArtwork, ownNfts]) void queries.invalidateQueries({ queryKey: [path] })
    toast(text)
    navigate(toPage('pages/nft/myNft'), { replace: true })
  }
  return (
    <form
      className="flex flex-col gap-4 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!draft || isSame) return
        offering.reset()
        setSeen({ price: draft.price, lines })
      }}
    >
      <DecimalField
        label={t('nft_pages.price')}
        value={typed}
        onChange={setTyped}
        decimals={decimalsOf(currency)}
        unit={currency}
        error={error}
      />
      <KeyValue ruled lines={lines} />
      <p className="text-12 text-t3">{t('nft_pages.resale_note')}</p>
      <p className="flex items-start gap-2 text-12 text-t3">
        <Bob className="mt-0.5" />
        {t('nft_pages.record_note')}
      </p>
      <ActionBar>
        <Button type="submit" kind="primary" className="w-full" disabled={!draft || isSame}>
          {draft ? action(draft.price) : t('nft_pages.enter_price')}
        </Button>
        {offer === 'fixed' && (
          <Button
            className="mt-2 w-full"
            onClick={() => {
              withdrawing.reset()
              setWithdrawing(true)
            }}
          >
            {t('nft_pages.withdraw')}
          </Button>
        )}
      </ActionBar>
      {seen && (
        <MoneySheet
          isOpen
          title={t('nft_pages.confirm_offer')}
          text={t('nft_pages.resale_note')}
          lines={seen.lines}
          action={action(seen.price)}
          notDone={t('nft_pages.not_offered_now')}
          onClose={() => setSeen(undefined)}
          onConfirm={() =>
            void offering
              .send({ id, price: seen.price })
              .then((output) => output && done(t('nft_pages.offer_made')))
          }
          isPending={offering.isPending}
          error={offering.error}
          retriesRefusals={false}
          asksAgain
        />
      )}
      {isWithdrawing && (
        <MoneySheet
          isOpen
          title={t('nft_pages.confirm_withdraw')}
          text={t('nft_pages.withdraw_why')}
          lines={[{ name: t('nft_pages.price'), value: price === null ? '—' : money(price, currency) }]}
          action={t('nft_pages.withdraw')}
          notDone={t('nft_pages.not_withdrawn')}
          onClose={() => setWithdrawing(false)}
          onConfirm={() =>
            void withdrawing.send({ id }).then((output) => output && done(t('nft_pages.withdrawn')))
          }
          isPending={withdrawing.isPending}
          error={withdrawing.error}
          retriesRefusals={false}
          asksAgain
        />
      )}
    </form>
  )
}

/** What is taken of a price, with its sign; nothing without one. */
const lessText = (value: string, currency: string): string =>
  isZero(value) ? money(value, currency) : `−${money(value, currency)}`
