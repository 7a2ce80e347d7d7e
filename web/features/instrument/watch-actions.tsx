import { BellPlus, Star } from 'lucide-react'
import type { Instrument, TradingProduct } from '#domain/market/instrument.ts'
import { toPage } from '#web/app/page-list.ts'
import { useAlertSheet } from '#web/features/alert/use-alert-sheet.tsx'
import { useFavourites } from '#web/features/quotes/favourites.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { tradePages } from './trade-pages.ts'

/** Below 360 px the icon stands over its word, which then has the button's whole width. */
const look = 'grow basis-0 !px-2 !text-12 max-xs:flex-col max-xs:!gap-0.5 xs:!text-13'

/** What can be done with an instrument that is not traded on this page: watch it, and go where a product trades it. */
export function WatchActions({
  instrument: { symbol },
  product,
}: {
  instrument: Instrument
  product: TradingProduct
}) {
  const { t } = useTexts()
  const favourites = useFavourites()
  const [openAlert, alertSheet] = useAlertSheet()
  const isFavourite = favourites.has(symbol)
  return (
    <>
      <Button aria-pressed={isFavourite} className={look} onClick={() => void favourites.toggle(symbol)}>
        <Star aria-hidden size={18} className={cx('shrink-0', isFavourite && 'fill-current')} />
        {t('market.favourite')}
      </Button>
      <Button className={look} onClick={() => openAlert(symbol)}>
        <BellPlus aria-hidden size={18} className="shrink-0" />
        {t('market.alert')}
      </Button>
      <ButtonLink
        to={toPage(tradePages[product], { symbol })}
        kind="primary"
        className="grow basis-0 !px-2 !text-13"
      >
        {t(`market.product_${product}`)}
      </ButtonLink>
      {alertSheet}
    </>
  )
}
