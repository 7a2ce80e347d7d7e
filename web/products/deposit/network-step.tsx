import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { networkOf, networksOfAddress } from '#domain/deposit/networks.ts'
import { timeToConfirm } from '#domain/deposit/rules.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { walletInfo } from '#domain/wallet/contract.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { duration } from '#web/features/time/duration.ts'
import { separatorIn } from '#web/format/list.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

type Way = OutputOf<typeof walletInfo>['deposit'][number]

/** Which network it is sent on: never chosen beforehand, because a wrong one can lose the money. */
export function NetworkStep({ currency, onChoose }: { currency: string; onChoose(network: string): void }) {
  const { t } = useTexts()
  const info = useApiQuery(walletInfo, { currency })
  const [picked, setPicked] = useState<string>()
  if (info.isError) return <ErrorState error={info.error} onRetry={() => void info.refetch()} />
  if (!info.data) return <SkeletonRows count={3} height={80} />
  const offered = info.data.deposit
  const isClosed = offered.find(({ network }) => network === picked)?.isOpen === false
  if (offered.length === 0)
    return <EmptyState title={t('deposit_pages.closed')} text={t('deposit_pages.closed_why')} />
  return (
    <>
      <div className="pb-32">
        <h2 className="gutter text-20 font-semibold text-balance">{t('deposit_pages.which_network')}</h2>
        <p className="gutter pt-1 pb-4 text-15 text-t2">{t('deposit_pages.which_network_why')}</p>
        <div role="radiogroup" aria-label={t('deposit_pages.step_network')} className="border-t border-line">
          {offered.map((way) => (
            <NetworkRow
              key={way.network}
              way={way}
              currency={currency}
              isPicked={way.network === picked}
              onPick={() => setPicked(way.network)}
            />
          ))}
        </div>
        {offered.some(({ isOpen }) => isOpen) && (
          <PasteCheck offered={offered.map(({ network }) => network)} onFound={setPicked} />
        )}
      </div>
      <BottomBar>
        <Button
          kind={isClosed ? 'quiet' : 'primary'}
          className="w-full"
          disabled={picked === undefined}
          onClick={() => picked && onChoose(picked)}
        >
          {picked
            ? t(isClosed ? 'deposit_pages.see_closed' : 'deposit_pages.go_on_with', {
                network: networkOf(picked).name,
              })
            : t('deposit_pages.pick_network')}
        </Button>
      </BottomBar>
    </>
  )
}

function NetworkRow({
  way: { network: code, minimum, isOpen, isOwn, confirmationsNeeded: needed },
  currency,
  isPicked,
  onPick,
}: {
  way: Way
  currency: string
  isPicked: boolean
  onPick(): void
}) {
  const { t } = useTexts()
  const network = networkOf(code)
  const expectedMs = needed === null ? undefined : timeToConfirm(code, needed)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the row is the choice, with its looks and its target
    <button
      type="button"
      role="radio"
      aria-checked={isPicked}
      onClick={onPick}
      className="press flex w-full items-center gap-3 gutter text-left focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden
        className={cx(
          'size-5 shrink-0 rounded-full border-[1.5px]',
          isPicked ? 'border-[6px] border-t1' : 'border-t3',
        )}
      />
      <span className="hairline flex min-h-19 min-w-0 flex-1 items-center gap-3 py-3">
        <span className="min-w-0 flex-1">
          <span className="block text-15 font-semibold">
            {network.name} <span className="font-normal text-t2">{network.standard}</span>
          </span>
          {network.begins && (
            <span className="block text-13 text-t2">
              {t('deposit_pages.begins')} <span className="font-mono text-12">{network.begins}</span>
            </span>
          )}
          {isOpen && expectedMs !== undefined && (
            <span className="block text-13 text-t2">
              {t(isOwn ? 'deposit_pages.credited_in' : 'deposit_pages.confirmed_in', {
                time: duration(expectedMs, t),
              })}
            </span>
          )}
        </span>
        {isOpen ? (
          <span className="figures shrink-0 text-right text-13 text-t2">
            <span className="block text-12 text-t3">{t('deposit_pages.minimum_short')}</span>
            {amount(minimum, 0)} {currency}
          </span>
        ) : (
          // It can be chosen all the same: its page says what becomes of what is on its way.
          <span className="shrink-0 text-right text-13 text-danger">{t('deposit_pages.network_closed')}</span>
        )}
      </span>
    </button>
  )
}

/** Tells the network from the sender's address, when that can be told. */
function PasteCheck({ offered, onFound }: { offered: readonly string[]; onFound(network: string): void }) {
  const { t, language } = useTexts()
  const [answer, setAnswer] = useState<string>()

  async function check(): Promise<void> {
    const pasted = await navigator.clipboard?.readText().catch(() => undefined)
    if (pasted === undefined) return setAnswer(t('deposit_pages.paste_not_allowed'))
    const found = networksOfAddress(pasted, offered)
    const [only] = found
    if (found.length === 1 && only) onFound(only)
    setAnswer(
      found.length === 0
        ? t('deposit_pages.paste_none')
        : t(found.length === 1 ? 'deposit_pages.paste_found' : 'deposit_pages.paste_maybe', {
            networks: found.map((code) => networkOf(code).name).join(separatorIn(language)),
          }),
    )
  }

  return (
    <div className="gutter pt-5">
      <div className="flex items-center gap-3">
        <ClipboardPaste aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-t2" />
        <div className="min-w-0 flex-1">
          <p className="text-15">{t('deposit_pages.not_sure')}</p>
          <p className="text-13 text-t2">{t('deposit_pages.not_sure_why')}</p>
        </div>
        <Button size="small" onClick={() => void check()}>
          {t('deposit_pages.paste')}
        </Button>
      </div>
      <p role="status" className="pt-2 pl-8 text-13 text-t1">
        {answer}
      </p>
    </div>
  )
}
