import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Ellipsis,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'

const actions: readonly {
  id: 'deposit' | 'withdraw' | 'transfer' | 'convert'
  icon: LucideIcon
  route: PageRoute
}[] = [
  { id: 'deposit', icon: ArrowDownToLine, route: 'pages/fund/receive' },
  { id: 'withdraw', icon: ArrowUpFromLine, route: 'pages/fund/withdraw' },
  { id: 'transfer', icon: ArrowLeftRight, route: 'pages/fund/fundTransfer' },
  { id: 'convert', icon: RefreshCw, route: 'pages/fund/transfer' },
]

const more = {
  earn: 'pages/lockming/lockming',
  orders: 'pages/transaction/currency_order',
  statement: 'pages/setting/bill',
  settings: 'pages/setting/setting',
} as const satisfies Record<string, PageRoute>

/** What a customer does most: five round buttons, the first one lime. */
export function QuickActions() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ul className="flex justify-between gutter pt-5 pb-4">
        {actions.map(({ id, icon, route }, index) => (
          <li key={id} className="w-1/5">
            <Link to={toPage(route)} className="press flex flex-col items-center gap-2">
              <Disc icon={icon} isFirst={index === 0} />
              <Caption isFirst={index === 0}>{t(`home.action_${id}`)}</Caption>
            </Link>
          </li>
        ))}
        <li className="w-1/5">
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="press flex w-full flex-col items-center gap-2"
          >
            <Disc icon={Ellipsis} />
            <Caption>{t('home.more')}</Caption>
          </button>
        </li>
      </ul>
      <ChoiceSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('home.more')}
        value={undefined}
        choices={(Object.keys(more) as (keyof typeof more)[]).map((id) => ({
          id,
          label: t(`home.more_${id}`),
        }))}
        onChange={(id) => navigate(toPage(more[id]))}
      />
    </>
  )
}

function Disc({ icon: Icon, isFirst = false }: { icon: LucideIcon; isFirst?: boolean }) {
  return (
    <span
      className={cx(
        'flex size-12 items-center justify-center rounded-full',
        isFirst ? 'bg-lime text-ink' : 'bg-s2',
      )}
    >
      <Icon aria-hidden size={19} strokeWidth={1.75} />
    </span>
  )
}

function Caption({ children, isFirst = false }: { children: string; isFirst?: boolean }) {
  return (
    <span className={cx('text-11 whitespace-nowrap xs:text-12', isFirst ? 'text-t1' : 'text-t2')}>
      {children}
    </span>
  )
}
