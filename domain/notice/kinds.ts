import * as byProduct from '../all-notices.ts'
import type { NoticeRules, NoticeTopic } from './topics.ts'

type ByProduct = typeof byProduct
type KindsOf<Product extends keyof ByProduct> = keyof ByProduct[Product]
type RulesOf<Kind extends NoticeKind> = {
  [Product in keyof ByProduct]: Kind extends KindsOf<Product> ? ByProduct[Product][Kind] : never
}[keyof ByProduct]

/** What a customer can be told of: one word for each kind, never used for something else. */
export type NoticeKind = { [Product in keyof ByProduct]: KindsOf<Product> }[keyof ByProduct]

/** The names in the words of a kind, each with its value. Amounts and prices are plain decimal strings. */
export type NoticeParams<Kind extends NoticeKind> = Readonly<
  Record<RulesOf<Kind>['params'][number], string>
> &
  (RulesOf<Kind> extends { readonly variants: readonly (infer Variant)[] }
    ? { readonly variant: Variant }
    : unknown)

const kinds: Readonly<Record<string, NoticeRules>> = Object.assign({}, ...Object.values(byProduct))

export const noticeKinds = Object.keys(kinds) as readonly NoticeKind[]

/** What a kind is; undefined for one that an earlier version wrote and nobody knows any more. */
export const findNoticeRules = (kind: string): NoticeRules | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind] : undefined

/** The rules of a kind of notice. */
export const noticeRules = (kind: NoticeKind): NoticeRules => kinds[kind]!

/** The kinds of a topic. */
export const kindsOfTopic = (topic: NoticeTopic): NoticeKind[] =>
  noticeKinds.filter((kind) => noticeRules(kind).topic === topic)
