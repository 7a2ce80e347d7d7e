import { invitedCustomers } from '#domain/invite/contract.ts'
import { VALUED_IN } from '#domain/invite/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'

/** Who came by the customer's code, newest first, and what was paid for each. */
export function Friends() {
  const { t, locale } = useTexts()
  return (
    <PagedList
      list={usePagedList(invitedCustomers, { limit: '20' })}
      empty={<EmptyState title={t('invite_pages.no_friends')} text={t('invite_pages.no_friends_why')} />}
      more={t('common.more')}
    >
      {(friends) => (
        <ul>
          {friends.map((friend) => (
            <li key={friend.id}>
              <ListRow
                title={friend.contact ?? t('invite_pages.wallet_friend')}
                note={`${t(friend.isVerified ? 'invite_pages.verified' : 'invite_pages.unverified')} · ${t('invite_pages.joined', { date: utcDate(friend.joinedAtMs, locale) })} · ${t(
                  'invite_pages.counts_until',
                  { date: utcDate(friend.endsAtMs, locale) },
                )}`}
                value={<Amount value={friend.paidValue} currency={VALUED_IN} />}
                valueNote={
                  isZero(friend.heldValue)
                    ? t('invite_pages.paid')
                    : `${t('invite_pages.paid')} · ${t('invite_pages.held')} ${amount(friend.heldValue)}`
                }
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
