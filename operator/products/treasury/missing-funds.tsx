import { Button } from '#web/ui/button.tsx'
import { t } from '../../texts.ts'
import { Section } from '../../ui/page.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import type { FundView } from '../product.ts'
import type { Funds } from './funds.ts'

/** The empty funds that a product needs before it takes orders, with the way to fill them; nothing without any. */
export function MissingFunds({ funds, views }: { funds: readonly Funds[]; views: readonly FundView[] }) {
  const [, choose] = useChosen()
  const missing = funds.flatMap(({ currency, missing }) => missing.map((name) => ({ currency, name })))
  if (missing.length === 0) return null
  return (
    <Section title={t('treasury.missing')} text={t('treasury.missing_text')}>
      <ul aria-label={t('treasury.missing')}>
        {missing.map(({ currency, name }) => (
          <li
            key={`${currency} ${name}`}
            className="flex min-h-11 items-center gap-3 border-t border-line px-5 py-1 text-13"
          >
            <span className="min-w-0 flex-1 truncate text-danger">
              {views.find((view) => view.name === name)?.label ?? name}
            </span>
            <span className="text-t2">{currency}</span>
            <Button size="small" onClick={() => choose(`${currency}:move`)}>
              {t('treasury.move')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
