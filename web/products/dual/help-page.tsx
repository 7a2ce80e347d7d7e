import type { ReactNode } from 'react'
import { dualProducts } from '#domain/dual/contract.ts'
import type { DualType } from '#domain/dual/outcomes.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EscrowLine } from './escrow-line.tsx'
import { Outcomes } from './outcomes.tsx'
import { payoffOf } from './payoff.ts'

const EXAMPLE_UNITS = 10

/** How dual investment works: the two outcomes, the settlement price, what happens without one, and what it is not. */
export default function DualHelpPage() {
  const { t } = useTexts()
  return (
    <>
      <AppBar title={t('dual_pages.help')} />
      <main className="flex flex-col gap-6 gutter pt-2 pb-28">
        <Part name="put">
          <Example type="put" />
        </Part>
        <Part name="call">
          <Example type="call" />
        </Part>
        <Part name="price" />
        <Part name="postponed" />
        <Part name="cancel" />
        <Part name="escrow">
          <Escrow />
        </Part>
        <Part name="verify" />
        <Part name="not" />
        <BottomBar>
          <ButtonLink kind="primary" className="w-full" to={toPage('pages/invest/invest')}>
            {t('dual_pages.see_products')}
          </ButtonLink>
        </BottomBar>
      </main>
    </>
  )
}

const parts = ['put', 'call', 'price', 'postponed', 'cancel', 'escrow', 'verify', 'not'] as const

function Part({ name, children }: { name: (typeof parts)[number]; children?: ReactNode }) {
  const { t } = useTexts()
  return (
    <section>
      <h2 className="text-17 font-semibold">{t(`dual_pages.how_${name}`)}</h2>
      <p className="mt-1 text-15 text-t2">{t(`dual_pages.how_text_${name}`)}</p>
      {children}
    </section>
  )
}

/** A product that is on sale, by the rules that would pay it. */
function Example({ type }: { type: DualType }) {
  const { t } = useTexts()
  const product = useApiQuery(dualProducts, { type }).data?.items.find(
    ({ availability }) => availability === 'open',
  )
  const payoff = product && payoffOf(product, EXAMPLE_UNITS)
  if (!payoff) return null
  return (
    <div className="mt-3">
      <p className="pb-2 text-12 text-t3">
        {t('dual_pages.example', {
          ...{ amount: amount(payoff.shown.principal, 0), currency: product.currency },
          count: product.termDays,
        })}
      </p>
      <Outcomes {...product} {...payoff.shown} />
    </div>
  )
}

function Escrow() {
  const funds = useApiQuery(dualProducts, { type: 'put' }).data?.escrow
  return funds ? <EscrowLine funds={funds} /> : null
}
