import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { toPage } from '#web/app/page-list.ts'
import { usePractising } from '#web/features/practice/practice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { AccountHead } from './account-head.tsx'

/** The contract wallet under a ticket, and the ways to bring money into it. */
export function AccountPane() {
  return (
    <div className="mt-auto border-t border-line pb-4">
      <AccountHead />
      {usePractising() ? null : <WaysToBring />}
    </div>
  )
}

function WaysToBring() {
  const { t } = useTexts()
  return (
    <div className="flex gap-2 gutter">
      <ButtonLink size="small" className="flex-1" to={toPage('pages/fund/receive')}>
        {t('spot.deposit')}
      </ButtonLink>
      <ButtonLink
        size="small"
        className="flex-1"
        to={toPage('pages/fund/fundTransfer', {
          from: 'funding',
          to: 'contract',
          currency: MARGIN_CURRENCY,
        })}
      >
        {t('spot.transfer')}
      </ButtonLink>
    </div>
  )
}
