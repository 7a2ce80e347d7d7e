import type { NftTermsView } from '#domain/nft/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { covers, shortBy } from './draft.ts'
import { money } from './words.ts'

/** Says that there is too little in the customer’s funding, and how much is missing. */
export function TooLittle({ terms, cost }: { terms: NftTermsView | undefined; cost: string }) {
  const { t } = useTexts()
  const of = terms?.items[0]
  if (!of || of.available === null || covers(of.available, cost)) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-8 border border-line2 bg-s1 p-3 text-13"
    >
      <p className="min-w-40 flex-1">
        {t('nft_pages.too_little', {
          available: money(of.available, of.code),
          missing: money(shortBy(of.available, cost), of.code),
        })}
      </p>
      <ButtonLink size="small" to={toPage('pages/fund/transfer')}>
        {t('nft_pages.transfer')}
      </ButtonLink>
    </div>
  )
}

/** Whether what is in funding covers a cost; what is not known is left to the server. */
export const isCovered = (terms: NftTermsView | undefined, cost: string): boolean =>
  terms?.items[0]?.available ? covers(terms.items[0].available, cost) : true
