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

/** What a customer does most, as round buttons, the first one lime: the products' own, and more in a sheet. */
export function QuickActions() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const products = useProducts()
  const actions = products.flatMap((product) => product.actions ?? [])
  const more = [...products.flatMap((product) => product.menu ?? []), settings]
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ul className="flex justify-between gutter pt-5 pb-4">
        {actions.map(({ page, icon, label }, index) => (
          <li key={page} className="w-1/5">
            <Link to={toPage(page)} className="press flex flex-col items-center gap-2">
              <Disc icon={icon} isFirst={index === 0} />
              <Caption isFirst={index === 0}>{t(label)}</Caption>
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
