import { type Kysely, sql } from 'kysely'

/**
 * Customer service: opening hours, each customer's chat, the conversations in it, and the texts that operators keep ready.
 *
 * A customer's messages are numbered without a gap by the row of their chat, which whoever writes holds; a message is there
 * once for each key that its sender named it by, and never changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE support_settings (
      version integer PRIMARY KEY CHECK (version > 0),
      -- From and to in UTC, or 'closed'.
      monday text NOT NULL,
      tuesday text NOT NULL,
      wednesday text NOT NULL,
      thursday text NOT NULL,
      friday text NOT NULL,
      saturday text NOT NULL,
      sunday text NOT NULL,
      -- A chat elsewhere, and an address; empty for none.
      url text NOT NULL CHECK (url = '' OR url LIKE 'https://%'),
      email text NOT NULL,
      proposal bigint,
      created_at timestamptz NOT NULL,
      CONSTRAINT support_settings_by_two CHECK (version = 1 OR proposal IS NOT NULL)
    )`.execute(db)
  await sql`
    INSERT INTO support_settings VALUES (1, '08:00-20:00', '08:00-20:00', '08:00-20:00', '08:00-20:00', '08:00-20:00',
      'closed', 'closed', '', '', NULL, '2026-01-01T00:00:00Z')`.execute(db)

  await sql`
    CREATE TABLE support_chat (
      customer_id bigint PRIMARY KEY,
      -- The number of the newest message.
      messages bigint NOT NULL DEFAULT 0,
      -- Up to which the customer has read, and which of the service's is the newest.
      read bigint NOT NULL DEFAULT 0,
      answered bigint NOT NULL DEFAULT 0,
      -- When the oldest that is unread was written.
      answered_at timestamptz,
      -- Up to which the customer was told by notice.
      noticed bigint NOT NULL DEFAULT 0,
      -- How many of each side's the other has not read.
      unread_answers integer NOT NULL DEFAULT 0 CHECK (unread_answers >= 0),
      unread_questions integer NOT NULL DEFAULT 0 CHECK (unread_questions >= 0),
      CONSTRAINT support_chat_read CHECK (read <= messages AND answered <= messages AND noticed <= messages)
    )`.execute(db)
  await sql`
    CREATE INDEX support_chat_untold ON support_chat (answered_at) WHERE answered > read AND noticed <= read`.execute(
    db,
  )

  await sql`
    CREATE TABLE support_conversation (
      id bigint PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY (START WITH 12001) CONSTRAINT support_conversation_numbered UNIQUE,
      customer_id bigint NOT NULL REFERENCES support_chat (customer_id),
      status text NOT NULL CHECK (status IN ('waiting', 'active', 'closed')),
      operator_id bigint,
      opened_at timestamptz NOT NULL,
      first_answer_at timestamptz,
      closed_at timestamptz,
      stars integer CHECK (stars BETWEEN 1 AND 5),
      comment text,
      CONSTRAINT support_conversation_answered CHECK (
        CASE status WHEN 'waiting' THEN operator_id IS NULL WHEN 'active' THEN operator_id IS NOT NULL ELSE true END),
      CONSTRAINT support_conversation_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
      CONSTRAINT support_conversation_rated CHECK (stars IS NULL OR status = 'closed')
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX support_conversation_one_open ON support_conversation (customer_id)
    WHERE status <> 'closed'`.execute(db)
  await sql`CREATE INDEX support_conversation_customer ON support_conversation (customer_id, number DESC)`.execute(
    db,
  )
  await sql`CREATE INDEX support_conversation_status ON support_conversation (status, id)`.execute(db)
  await sql`CREATE INDEX support_conversation_opened ON support_conversation (opened_at)`.execute(db)
  await sql`
    CREATE INDEX support_conversation_operator ON support_conversation (operator_id, id)
    WHERE status = 'active'`.execute(db)
  await sql`
    CREATE INDEX support_conversation_first_answer ON support_conversation (first_answer_at DESC)
    WHERE first_answer_at IS NOT NULL`.execute(db)
  await sql`
    CREATE FUNCTION support_conversation_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.status = 'closed' AND (NEW.status <> 'closed' OR NEW.operator_id IS DISTINCT FROM OLD.operator_id) THEN
        RAISE EXCEPTION 'conversation % is over', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER support_conversation_ends_once BEFORE UPDATE ON support_conversation FOR EACH ROW
      EXECUTE FUNCTION support_conversation_ends_once()`.execute(db)

  await sql`
    CREATE TABLE support_message (
      customer_id bigint NOT NULL REFERENCES support_chat (customer_id),
      number bigint NOT NULL CHECK (number > 0),
      conversation_id bigint NOT NULL REFERENCES support_conversation (id),
      sender text NOT NULL CHECK (sender IN ('customer', 'operator', 'event')),
      operator_id bigint,
      event text,
      text text,
      image text,
      order_kind text,
      order_id bigint,
      -- As it was called when it was asked about.
      order_reference text,
      order_at timestamptz,
      key text,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (customer_id, number),
      CONSTRAINT support_message_says_something CHECK (num_nonnulls(event, text, image, order_id) > 0),
      CONSTRAINT support_message_sender CHECK (
        (sender = 'event') = (event IS NOT NULL) AND (sender <> 'operator' OR operator_id IS NOT NULL)),
      CONSTRAINT support_message_order CHECK (num_nonnulls(order_kind, order_id, order_reference, order_at) IN (0, 4))
    )`.execute(db)
  await sql`
    CREATE UNIQUE INDEX support_message_once ON support_message (customer_id, sender, key)
    WHERE key IS NOT NULL`.execute(db)
  await sql`CREATE INDEX support_message_image ON support_message (image) WHERE image IS NOT NULL`.execute(db)

  await sql`
    CREATE TABLE support_answer (
      id bigint PRIMARY KEY,
      title text NOT NULL,
      language text NOT NULL,
      text text NOT NULL,
      operator_id bigint NOT NULL,
      updated_at timestamptz NOT NULL,
      removed_at timestamptz
    )`.execute(db)
  await sql`CREATE INDEX support_answer_kept ON support_answer (title, id) WHERE removed_at IS NULL`.execute(
    db,
  )

  await sql`GRANT SELECT, INSERT ON support_settings, support_message TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (messages, read, answered, answered_at, noticed, unread_answers, unread_questions)
      ON support_chat TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (status, operator_id, first_answer_at, closed_at, stars, comment)
      ON support_conversation TO plumb_app`.execute(db)
  await sql`
    GRANT SELECT, INSERT, UPDATE (title, language, text, operator_id, updated_at, removed_at) ON support_answer
      TO plumb_app`.execute(db)
}
