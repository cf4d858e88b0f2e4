-- What firms pay for, and the events of Stripe that were applied.

ALTER TABLE firms ADD COLUMN read_only_from timestamptz, ADD COLUMN closed_from timestamptz;

CREATE TABLE subscriptions (
    id             text PRIMARY KEY,
    firm_id        text NOT NULL REFERENCES firms CONSTRAINT subscriptions_firm_unique UNIQUE,
    customer       text NOT NULL CONSTRAINT subscriptions_customer_unique UNIQUE,
    external_id    text,
    status         text NOT NULL DEFAULT 'none' CHECK (status IN ('none', 'trialing', 'active', 'past_due', 'cancelled')),
    plan           text CHECK (plan IN ('standard', 'pro', 'enterprise')),
    "interval"     text CHECK ("interval" IN ('monthly', 'yearly')),
    period_start   timestamptz,
    period_end     timestamptz,
    trial_ends_at  timestamptz,
    cancel_at      timestamptz,
    next_plan      text CHECK (next_plan IN ('standard', 'pro', 'enterprise')),
    next_interval  text CHECK (next_interval IN ('monthly', 'yearly')),
    past_due_since timestamptz,
    ended_at       timestamptz,
    readings       bigint NOT NULL DEFAULT 0,
    applied        bigint NOT NULL DEFAULT 0,
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);

CREATE TABLE billing_events (
    id         text PRIMARY KEY,
    firm_id    text REFERENCES firms,
    type       text NOT NULL,
    outcome    text NOT NULL CHECK (outcome IN ('applied', 'not_needed', 'unknown_customer', 'other_firm')),
    created_at timestamptz NOT NULL,
    UNIQUE (firm_id, id)
);
CREATE INDEX billing_events_by_creation ON billing_events (created_at);
