import { Link } from 'react-router'
import { useProducts } from '../app/products.ts'
import type { Product, Subject } from '../products/product.ts'
import { t } from '../texts.ts'
import { customerPath } from '../ui/customer-link.tsx'

/** The subjects that belong to no product. */
const own: Readonly<Record<string, Subject>> = {
  customer: {
    label: (id) =>
      id === 'unknown' ? t('audit.subject_customer_unknown') : t('audit.subject_customer', { text: id }),
    to: (id) => (id === 'unknown' ? undefined : customerPath(id)),
  },
  ledger: { label: () => t('audit.subject_ledger'), to: () => '/ledger' },
  list: { label: (name) => t('audit.subject_list', { text: sentence(name) }) },
}

/** What a subject is, in words, and the way to it. @example <SubjectName subject="deposit:10001" /> */
export function SubjectName({ subject }: { subject: string }) {
  const { label, to } = subjectOf(useProducts(), subject)
  if (to === undefined) return label
  return (
    <Link to={to} className="underline decoration-line2 underline-offset-4 hover:decoration-t1">
      {label}
    </Link>
  )
}

/** A subject's words and its place; what nobody names stands as readable as it can. */
export function subjectOf(products: readonly Product[], subject: string): { label: string; to?: string } {
  const at = subject.indexOf(':')
  const [kind, text] = at < 0 ? [subject, ''] : [subject.slice(0, at), subject.slice(at + 1)]
  const named =
    (Object.hasOwn(own, kind) ? own[kind] : undefined) ??
    products.map(({ subjects }) => subjects?.[kind]).find(Boolean)
  if (!named) return { label: t('audit.subject_unnamed', { kind: sentence(kind), text }).trim() }
  const to = named.to?.(text)
  return { label: named.label(text), ...(to !== undefined && { to }) }
}

/** A name of the code as words. @example sentence('dailyRate') // 'Daily rate' */
export function sentence(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[-_/]/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
