import { type Kysely, sql } from 'kysely'

/** Of these there is one each; news and questions are begun by operators. */
const places = [
  ...['about', 'contact', 'compliance'].map((key) => ['page', key] as const),
  ...[
    ...['app_download', 'deposit_notice', 'withdraw_notice', 'wire_guide'],
    ...['loan_rule', 'invite_rule', 'risk_notice', 'web_hosts'],
  ].map((key) => ['setting', key] as const),
]

/**
 * What the site says. Texts are only added: the newest of a language is what is written, and a version names the texts that
 * two operators published together. Customers read the version that their item names, which is none after it was taken back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE content_item (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      kind text NOT NULL CHECK (kind IN ('news', 'faq', 'page', 'setting')),
      key text UNIQUE,
      category text,
      is_pop_up boolean NOT NULL DEFAULT false,
      place integer NOT NULL DEFAULT 0,
      version_id bigint,
      -- When it was published first: what news are ordered by.
      published_at timestamptz,
      created_at timestamptz NOT NULL,
      CONSTRAINT content_item_of_a_place CHECK ((key IS NOT NULL) = (kind IN ('page', 'setting'))),
      CONSTRAINT content_item_category CHECK (CASE kind
        WHEN 'news' THEN version_id IS NULL OR category IN ('announcements', 'activities', 'help', 'rules', 'banners')
        WHEN 'faq' THEN version_id IS NULL OR category IN ('account', 'money', 'trading', 'savings', 'safety')
        ELSE category IS NULL END),
      CONSTRAINT content_item_pop_up CHECK (kind = 'news' OR NOT is_pop_up),
      CONSTRAINT content_item_published CHECK (version_id IS NULL OR published_at IS NOT NULL)
    )`.execute(db)
  await sql`
    CREATE TABLE content_text (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      item_id bigint NOT NULL REFERENCES content_item,
      language text NOT NULL CHECK (language IN ('en', 'zh', 'hk', 'jp', 'kor', 'xp', 'ydl')),
      title text NOT NULL CHECK (title !~ '[<>]'),
      content text NOT NULL CHECK (content !~ '[<>]'),
      -- Nobody: of a demonstration.
      writer bigint REFERENCES operator,
      saved_at timestamptz NOT NULL,
      UNIQUE (item_id, language, id)
    )`.execute(db)
  await sql`
    CREATE TABLE content_version (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      item_id bigint NOT NULL REFERENCES content_item,
      number integer NOT NULL CHECK (number > 0),
      maker bigint REFERENCES operator,
      checker bigint REFERENCES operator,
      proposal bigint REFERENCES proposal CONSTRAINT content_version_proposed_once UNIQUE,
      published_at timestamptz NOT NULL,
      UNIQUE (item_id, number),
      UNIQUE (item_id, id),
      CONSTRAINT content_version_by_two CHECK (
        (maker IS NULL) = (checker IS NULL) AND (maker IS NULL) = (proposal IS NULL) AND (maker IS NULL OR maker <> checker))
    )`.execute(db)
  // A version is of texts of its own item.
  await sql`
    CREATE TABLE content_version_text (
      version_id bigint NOT NULL,
      item_id bigint NOT NULL,
      language text NOT NULL,
      text_id bigint NOT NULL,
      PRIMARY KEY (version_id, language),
      FOREIGN KEY (item_id, version_id) REFERENCES content_version (item_id, id),
      FOREIGN KEY (item_id, language, text_id) REFERENCES content_text (item_id, language, id)
    )`.execute(db)
  await sql`
    ALTER TABLE content_item
      ADD FOREIGN KEY (id, version_id) REFERENCES content_version (item_id, id)`.execute(db)
  await sql`
    CREATE TABLE content_rating (
      item_id bigint NOT NULL REFERENCES content_item,
      customer_id bigint NOT NULL REFERENCES customer,
      is_helpful boolean NOT NULL,
      PRIMARY KEY (item_id, customer_id)
    )`.execute(db)
  await sql`
    CREATE INDEX content_item_news ON content_item (published_at DESC, id DESC)
      WHERE kind = 'news' AND version_id IS NOT NULL`.execute(db)
  await sql`
    CREATE INDEX content_item_faq ON content_item (place, id)
      WHERE kind = 'faq' AND version_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX content_rating_customer ON content_rating (customer_id)`.execute(db)

  for (const [kind, key] of places)
    await sql`INSERT INTO content_item (kind, key, created_at) VALUES (${kind}, ${key}, now())`.execute(db)

  await sql`
    GRANT SELECT, INSERT, UPDATE (category, is_pop_up, place, version_id, published_at) ON content_item TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT ON content_text, content_version, content_version_text TO plumb_app`.execute(
    db,
  )
  await sql`GRANT SELECT, INSERT, DELETE, UPDATE (is_helpful) ON content_rating TO plumb_app`.execute(db)
}
