import { utcStamp } from '#web/features/time/utc.ts'
import { amount, grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import type { ChainLine } from './run-check.ts'

/** What was found of a currency on a chain, at which block, and how to look there oneself; or that it could not be read. */
export default function ChainNote({ code, chain, network, look }: ChainLine & { code: string }) {
  const { t } = useTexts()
  const name = network === 'main' ? chain : t('liabilities_pages.test_network', { chain })
  if (!('height' in look))
    return (
      <p className="pt-1 text-12 text-t2">
        {look.lastAtMs === undefined
          ? t('liabilities_pages.never_read', { chain: name })
          : t('liabilities_pages.not_read', { chain: name, time: utcStamp(look.lastAtMs) })}
      </p>
    )
  const height = grouped(String(look.height))
  return (
    <details className="pt-1">
      <summary className="cursor-pointer py-1 text-12 text-t2">
        {t('liabilities_pages.at_block', { chain: name, height, time: utcStamp(look.atMs) })}
      </summary>
      <p className="py-1 text-12 text-t3">{t('liabilities_pages.look', { chain: name, height, code })}</p>
      <KeyValue
        lines={[
          { name: t('liabilities_pages.block_hash'), value: <Whole text={look.hash} /> },
          look.token !== undefined && {
            name: t('liabilities_pages.token', { code }),
            value: <Whole text={look.token} />,
          },
          ...look.own.map(({ kind, address, amount: units }) => ({
            name: (
              <>
                {t(`liabilities_pages.kind_${kind}`)} <Whole text={address} />
              </>
            ),
            value: amount(units),
          })),
          {
            name: t('liabilities_pages.deposits', { count: look.deposits.addresses }),
            value: amount(look.deposits.amount),
          },
        ]}
      />
      <p className="pt-1 text-12 text-t3">{t('liabilities_pages.deposits_why')}</p>
    </details>
  )
}

/** A text that is compared to the letter: it breaks where the line ends. */
const Whole = ({ text }: { text: string }) => <span className="figures break-all text-t1">{text}</span>
