import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toPage } from '#web/app/page-list.ts'
import type { MenuLine } from '#web/products/product.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { ChoiceSheet } from '#web/ui/select-sheet.tsx'

const settings: MenuLine = { label: 'settings.title', page: 'pages/setting/setting' }

/** Round on a phone with the words below, a button beside the balance in wider windows. */
const look =
  'relative flex w-full flex-col items-center gap-2 lg:min-h-11 lg:w-auto lg:flex-row lg:rounded-12 lg:px-3.5'

/** What a customer does most, the first one lime: the products' own, and more in a sheet. */
export function QuickActions() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const products = useProducts()
  const actions = products.flatMap((product) => product.actions ?? [])
  const more = [...products.flatMap((product) => product.menu ?? []), settings]
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ul className="flex justify-between gutter big-wrap pt-5 pb-4 lg:flex-wrap lg:justify-start lg:gap-2 xl:pl-0">
        {actions.map((action, index) => (
          <li key={action.label} className="w-1/5 lg:w-auto big-auto">
            <Link
              to={toPage(action.page, action.params)}
              className={cx(look, 'press', index === 0 ? 'lg:bg-lime lg:text-ink' : 'lg:bg-s2')}
            >
              <Disc icon={action.icon} isFirst={index === 0} />
              <Caption isFirst={index === 0}>{t(action.label)}</Caption>
            </Link>
          </li>
        ))}
        <li className="w-1/5 lg:w-auto big-auto">
          <button type="button" onClick={() => setOpen(true)} className={cx(look, 'press lg:bg-s2')}>
            <Disc icon={Ellipsis} />
            <Caption isLast>{t('home.more')}</Caption>
          </button>
        </li>
      </ul>
      <ChoiceSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('home.more')}
        value={undefined}
        choices={more.map(({ page, label }) => ({ id: page, label: t(label) }))}
        onChange={(page) => navigate(toPage(page))}
      />
    </>
  )
}

function Disc({ icon: Icon, isFirst = false }: { icon: LucideIcon; isFirst?: boolean }) {
  return (
    <span
      className={cx(
        'flex size-12 items-center justify-center rounded-full lg:size-auto lg:bg-transparent',
        isFirst ? 'bg-lime text-ink' : 'bg-s2',
      )}
    >
      <Icon aria-hidden size={19} strokeWidth={1.75} />
    </span>
  )
}

function Caption({
  children,
  isFirst = false,
  isLast = false,
}: {
  children: string
  isFirst?: boolean
  /** Its three points say the same where there is little room. */
  isLast?: boolean
}) {
  return (
    <span
      className={cx(
        'text-11 whitespace-nowrap xs:text-12 lg:text-15 lg:font-semibold',
        isFirst ? 'text-t1 lg:text-ink' : 'text-t2 lg:text-t1',
        isLast && 'lg:sr-only',
      )}
    >
      {children}
    </span>
  )
}
