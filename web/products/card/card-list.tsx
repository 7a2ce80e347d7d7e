import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CardView } from '#domain/card/contract.ts'
import { maskedCard } from '#domain/card/masked.ts'
import { type CardKind, cardKinds } from '#domain/card/rules.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CardForm } from './card-form.tsx'
import { CardSheet } from './card-sheet.tsx'
import { callsOf } from './kinds.ts'

/** The customer's cards of one kind, with the way to the other; a card opens a sheet. */
export function CardsPage({ kind }: { kind: CardKind }) {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const isAdding = search.get('view') === 'add'
  const isDomestic = kind === 'domestic'
  const title = t(isDomestic ? 'card_pages.title' : 'card_pages.title_international')
  const add = t(isDomestic ? 'card_pages.add' : 'card_pages.add_international')
  return (
    <SettingsFrame>
      <AppBar title={isAdding ? add : title} />
      <main className="pb-28">
        {isAdding ? <CardForm kind={kind} /> : <CardList kind={kind} add={add} />}
      </main>
    </SettingsFrame>
  )
}

function CardList({ kind, add }: { kind: CardKind; add: string }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<CardView>()
  const [nowMs] = useState(() => Date.now())
  const { list, page } = callsOf[kind]
  const found = useApiQuery(list, {})
  const toAdd = toPage(page, { view: 'add' })
  return (
    <>
      <UnderlineTabs
        label={t('card_pages.title')}
        choices={cardKinds.map((id) => ({ id, label: t(`card_pages.kind_${id}`) }))}
        value={kind}
        onChange={(other) => navigate(toPage(callsOf[other].page), { replace: true })}
      />
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <SkeletonRows count={3} />
      ) : found.data.items.length === 0 ? (
        <div className="pt-8">
          <EmptyState
            title={t('card_pages.none')}
            text={t('card_pages.none_why')}
            action={{ label: add, to: toAdd }}
          />
        </div>
      ) : (
        <>
          {found.data.items.map((one) => (
            <ListRow
              key={one.id}
              title={one.bankName}
              note={one.realName}
              value={maskedCard(one.lastDigits)}
              valueNote={
                one.usableAtMs > nowMs
                  ? t('card_pages.usable', { time: dateTime(one.usableAtMs) })
                  : t('card_pages.usable_since')
              }
              onClick={() => setOpened(one)}
            />
          ))}
          <p className="gutter pt-4 text-13 text-t3">{t('card_pages.why')}</p>
          <BottomBar>
            <ButtonLink kind="primary" className="w-full" to={toAdd}>
              {add}
            </ButtonLink>
          </BottomBar>
        </>
      )}
      {opened && <CardSheet card={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
