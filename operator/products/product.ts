import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { QueueItem } from '#domain/console/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { EventKind } from '#domain/statement/events.ts'

/**
 * What a product brings to the console, as data and components. Whoever shows something of all products
 * takes it from here (`useProducts`); nothing else has to know a product by name.
 */
export interface Product {
  /** One word, the server's. */
  readonly name: string
  /** As operators read it. */
  readonly title: string
  readonly pages?: readonly PageEntry[]
  /** Under which heading of the navigation its pages stand; `products` where nothing is said. */
  readonly group?: PageGroup
  /** Requests of its customers in the review queue, under a tab of the product's title. */
  readonly requests?: {
    /** What such a request is, in a word or three. */
    readonly label: string
    /** One request, and what the viewer can do. */
    readonly Panel: ComponentType<{ id: string; onClose(): void }>
    /** The call that who sees them must be allowed. */
    readonly endpoint: Pick<Endpoint, 'roles'>
    /** What one person does about it alone, where it is not to propose something to another. */
    readonly action?: (item: Pick<QueueItem, 'id' | 'step'>) => string | undefined
  }
  /** Its proposals in the review queue that belong to no request. */
  readonly proposals?: {
    readonly label: string
    readonly tab: ProposalTab
    /** The names of its kinds of proposal, those for requests too. */
    readonly kinds: Readonly<Record<string, string>>
  }
  /** The platform's own money that it works with. */
  readonly funds?: readonly FundView[]
  /** Its parts of a customer's page, each a tab. */
  readonly customerTabs?: readonly CustomerTab[]
  /** What it counts for the dashboard, by the server's names. */
  readonly figures?: Readonly<Record<string, Figure>>
  /** What may be owed by what is open in it, on the dashboard: its name there, and where it is looked into. */
  readonly exposure?: { readonly label: string; readonly to: string }
  /** What it will do by itself by the next midnight, by the server's names, for as many as it concerns. */
  readonly due?: Readonly<Record<string, (count: number) => string>>
  /** How the audit log and the proposals name what it works with: by the word before the colon of a subject. */
  readonly subjects?: Readonly<Record<string, Subject>>
  /** Which of these its events of the ledger are, by the statement's names: what an entry leads to. */
  readonly records?: Readonly<Partial<Record<EventKind, string>>>
  /** The letter of its references, and the list that finds them. @example { W: '/withdrawals' } */
  readonly references?: Readonly<Record<string, string>>
  /** What it shows on the treasury page: a section of it, and the panel of what is chosen there. */
  readonly treasury?: { readonly Section: ComponentType; readonly Panel?: ComponentType }
}

/** A part of a customer's page. */
export interface CustomerTab {
  /** In the URL. */
  readonly id: string
  readonly name: string
  /** The call that a visitor must be allowed. */
  readonly endpoint: Pick<Endpoint, 'roles'>
  /** `language`: what the customer reads. */
  readonly Tab: ComponentType<{ customer: string; language: string }>
}

/** A figure of the dashboard. */
export interface Figure {
  readonly label: string
  /** The list that it counts, from a day on. @example (day) => `/orders?from=${day}` */
  readonly to: (day: string) => string
}

/** What a subject is called, and where it is found; the text is what stands after the first colon. */
export interface Subject {
  readonly label: (text: string) => string
  readonly to?: (text: string) => string | undefined
}

/** The headings of the navigation, in their order. */
export const pageGroups = ['customers', 'money', 'trading', 'products', 'records'] as const
export type PageGroup = (typeof pageGroups)[number]

/** A page of the console. */
export interface PageEntry {
  readonly path: string
  readonly name: string
  readonly icon: LucideIcon
  readonly component: ComponentType
  /** The call that a visitor of the page must be allowed. */
  readonly endpoint: Pick<Endpoint, 'roles'>
}

/** Whether a proposal is about what customers are offered, or about the platform's own money. */
export type ProposalTab = 'products' | 'treasury'

/** One of the platform's funds, as the treasury page shows it. */
export interface FundView {
  /** As the server calls it. */
  readonly name: string
  readonly label: string
  /** The fund has a column in the table of funds; others stand in one cell together. */
  readonly hasColumn?: boolean
}
