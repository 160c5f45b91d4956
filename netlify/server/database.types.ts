export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      bank_holidays: {
        Row: {
          day: string
          name: string
        }
        Insert: {
          day: string
          name: string
        }
        Update: {
          day?: string
          name?: string
        }
        Relationships: []
      }
      billing_infos: {
        Row: {
          address: string
          content_hash: string | null
          email: string
          erased_at: string | null
          id: number
          name: string
          phone: string
          saved_at: string
          user_id: string | null
        }
        Insert: {
          address: string
          content_hash?: never
          email: string
          erased_at?: string | null
          id?: number
          name: string
          phone: string
          saved_at?: string
          user_id?: string | null
        }
        Update: {
          address?: string
          content_hash?: never
          email?: string
          erased_at?: string | null
          id?: number
          name?: string
          phone?: string
          saved_at?: string
          user_id?: string | null
        }
        Relationships: []
      }
      cancelled_items: {
        Row: {
          event_id: string
          order_id: number
          quantity: number
          restocked: number
          variant_id: number
        }
        Insert: {
          event_id: string
          order_id: number
          quantity: number
          restocked: number
          variant_id: number
        }
        Update: {
          event_id?: string
          order_id?: number
          quantity?: number
          restocked?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "cancelled_items_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "cancelled_items_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "cancelled_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_items"
            referencedColumns: ["order_id", "variant_id"]
          },
          {
            foreignKeyName: "cancelled_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_units"
            referencedColumns: ["order_id", "variant_id"]
          },
        ]
      }
      cart_reminders: {
        Row: {
          after_hours: number
          only_row: boolean
          since: string
          turned_on_by: number | null
        }
        Insert: {
          after_hours: number
          only_row?: boolean
          since?: string
          turned_on_by?: number | null
        }
        Update: {
          after_hours?: number
          only_row?: boolean
          since?: string
          turned_on_by?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "cart_reminders_turned_on_by_fkey"
            columns: ["turned_on_by"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      catalogue_changes: {
        Row: {
          changed_at: string
          claim: string | null
          claimed_at: string | null
          transaction_id: unknown
          urgent: boolean
        }
        Insert: {
          changed_at?: string
          claim?: string | null
          claimed_at?: string | null
          transaction_id?: unknown
          urgent?: boolean
        }
        Update: {
          changed_at?: string
          claim?: string | null
          claimed_at?: string | null
          transaction_id?: unknown
          urgent?: boolean
        }
        Relationships: []
      }
      categories: {
        Row: {
          archived_at: string | null
          focus: Json | null
          id: number
          in_menu: boolean
          intro: string | null
          kind: Database["public"]["Enums"]["category_kind"]
          name: string
          picture: string | null
          position: number
          rule: Json | null
          search_description: string | null
          search_title: string | null
          share_picture: string | null
          slug: string
          tile: Json | null
          visible_from: string | null
        }
        Insert: {
          archived_at?: string | null
          focus?: Json | null
          id?: number
          in_menu?: boolean
          intro?: string | null
          kind?: Database["public"]["Enums"]["category_kind"]
          name: string
          picture?: string | null
          position?: number
          rule?: Json | null
          search_description?: string | null
          search_title?: string | null
          share_picture?: string | null
          slug: string
          tile?: Json | null
          visible_from?: string | null
        }
        Update: {
          archived_at?: string | null
          focus?: Json | null
          id?: number
          in_menu?: boolean
          intro?: string | null
          kind?: Database["public"]["Enums"]["category_kind"]
          name?: string
          picture?: string | null
          position?: number
          rule?: Json | null
          search_description?: string | null
          search_title?: string | null
          share_picture?: string | null
          slug?: string
          tile?: Json | null
          visible_from?: string | null
        }
        Relationships: []
      }
      checkout_credits: {
        Row: {
          checkout_id: string
          gift_card_id: string
          goods_pence: number
          held_pence: number
        }
        Insert: {
          checkout_id: string
          gift_card_id: string
          goods_pence: number
          held_pence: number
        }
        Update: {
          checkout_id?: string
          gift_card_id?: string
          goods_pence?: number
          held_pence?: number
        }
        Relationships: [
          {
            foreignKeyName: "checkout_credits_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_credits_gift_card_id_fkey"
            columns: ["gift_card_id"]
            referencedRelation: "gift_cards"
            referencedColumns: ["id"]
          },
        ]
      }
      checkout_discounts: {
        Row: {
          checkout_id: string
          code: string
          discount_id: number
          given_back_at: string | null
        }
        Insert: {
          checkout_id: string
          code: string
          discount_id: number
          given_back_at?: string | null
        }
        Update: {
          checkout_id?: string
          code?: string
          discount_id?: number
          given_back_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "checkout_discounts_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_discounts_code_fkey"
            columns: ["code"]
            referencedRelation: "discount_codes"
            referencedColumns: ["code"]
          },
          {
            foreignKeyName: "checkout_discounts_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "discounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_discounts_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["discount_id"]
          },
        ]
      }
      checkout_lines: {
        Row: {
          checkout_id: string
          color_name: string
          discount_pence: number
          product_id: number
          product_name: string
          quantity: number
          replaces_variant_id: number | null
          surplus_pence: number
          unit_pence: number
          variant_id: number
        }
        Insert: {
          checkout_id: string
          color_name: string
          discount_pence?: number
          product_id: number
          product_name: string
          quantity: number
          replaces_variant_id?: number | null
          surplus_pence?: number
          unit_pence: number
          variant_id: number
        }
        Update: {
          checkout_id?: string
          color_name?: string
          discount_pence?: number
          product_id?: number
          product_name?: string
          quantity?: number
          replaces_variant_id?: number | null
          surplus_pence?: number
          unit_pence?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "checkout_lines_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "checkout_lines_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_replaces_variant_id_fkey"
            columns: ["replaces_variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_replaces_variant_id_fkey"
            columns: ["replaces_variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_replaces_variant_id_fkey"
            columns: ["replaces_variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_replaces_variant_id_fkey"
            columns: ["replaces_variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkout_lines_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      checkout_shipping_options: {
        Row: {
          amount_pence: number
          checkout_id: string
          credit_pence: number
          express: boolean
          max_business_days: number
          min_business_days: number
          name: string
          position: number
          waived_pence: number
        }
        Insert: {
          amount_pence: number
          checkout_id: string
          credit_pence?: number
          express: boolean
          max_business_days: number
          min_business_days: number
          name: string
          position: number
          waived_pence?: number
        }
        Update: {
          amount_pence?: number
          checkout_id?: string
          credit_pence?: number
          express?: boolean
          max_business_days?: number
          min_business_days?: number
          name?: string
          position?: number
          waived_pence?: number
        }
        Relationships: [
          {
            foreignKeyName: "checkout_shipping_options_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
        ]
      }
      checkouts: {
        Row: {
          billing_info_id: number | null
          by_link: boolean
          closed_at: string | null
          country: string
          created_at: string
          currency: string
          delivery: Json | null
          discount_pence: number
          duties: Json | null
          id: string
          included_basis_points: number
          network_hash: string | null
          order_seen_at: string | null
          session_expires_at: string
          status: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id: string | null
          stripe_session_url: string | null
          subtotal_pence: number
          swept_at: string | null
          tax_basis_points: number
          tax_display: Database["public"]["Enums"]["tax_display"]
          tax_pence: number
          terms_version: number
          user_id: string | null
          cart_is_left: boolean | null
          checkout_ends_by: string | null
        }
        Insert: {
          billing_info_id?: number | null
          by_link?: boolean
          closed_at?: string | null
          country: string
          created_at?: string
          currency?: string
          delivery?: Json | null
          discount_pence?: number
          duties?: Json | null
          id?: string
          included_basis_points?: number
          network_hash?: string | null
          order_seen_at?: string | null
          session_expires_at: string
          status?: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id?: string | null
          stripe_session_url?: string | null
          subtotal_pence: number
          swept_at?: string | null
          tax_basis_points: number
          tax_display?: Database["public"]["Enums"]["tax_display"]
          tax_pence: number
          terms_version?: number
          user_id?: string | null
        }
        Update: {
          billing_info_id?: number | null
          by_link?: boolean
          closed_at?: string | null
          country?: string
          created_at?: string
          currency?: string
          delivery?: Json | null
          discount_pence?: number
          duties?: Json | null
          id?: string
          included_basis_points?: number
          network_hash?: string | null
          order_seen_at?: string | null
          session_expires_at?: string
          status?: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id?: string | null
          stripe_session_url?: string | null
          subtotal_pence?: number
          swept_at?: string | null
          tax_basis_points?: number
          tax_display?: Database["public"]["Enums"]["tax_display"]
          tax_pence?: number
          terms_version?: number
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "checkouts_billing_info_exists"
            columns: ["billing_info_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "checkouts_billing_info_of_shopper"
            columns: ["billing_info_id", "user_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "checkouts_terms_version_fkey"
            columns: ["terms_version"]
            referencedRelation: "terms_versions"
            referencedColumns: ["id"]
          },
        ]
      }
      color_variants: {
        Row: {
          archived_at: string | null
          color_name: string
          film: string | null
          gtin: string | null
          hex: string | null
          id: number
          position: number
          product_id: number
          quantity: number
          sku: string
          updated_at: string
          worn: string | null
        }
        Insert: {
          archived_at?: string | null
          color_name: string
          film?: string | null
          gtin?: string | null
          hex?: string | null
          id?: number
          position?: number
          product_id: number
          quantity?: number
          sku?: string
          updated_at?: string
          worn?: string | null
        }
        Update: {
          archived_at?: string | null
          color_name?: string
          film?: string | null
          gtin?: string | null
          hex?: string | null
          id?: number
          position?: number
          product_id?: number
          quantity?: number
          sku?: string
          updated_at?: string
          worn?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      complaints: {
        Row: {
          answered_at: string | null
          answered_by: number | null
          email: string
          id: string
          name: string
          outcome: string | null
          received_at: string
          words: string
        }
        Insert: {
          answered_at?: string | null
          answered_by?: number | null
          email: string
          id: string
          name: string
          outcome?: string | null
          received_at?: string
          words: string
        }
        Update: {
          answered_at?: string | null
          answered_by?: number | null
          email?: string
          id?: string
          name?: string
          outcome?: string | null
          received_at?: string
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: "complaints_answered_by_fkey"
            columns: ["answered_by"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      country_duties: {
        Row: {
          country: string
          in_union: boolean
          policy: Database["public"]["Enums"]["duty_payment"]
          vat_basis_points: number | null
        }
        Insert: {
          country: string
          in_union?: boolean
          policy?: Database["public"]["Enums"]["duty_payment"]
          vat_basis_points?: number | null
        }
        Update: {
          country?: string
          in_union?: boolean
          policy?: Database["public"]["Enums"]["duty_payment"]
          vat_basis_points?: number | null
        }
        Relationships: []
      }
      counts: {
        Row: {
          day: string
          key: string
          kind: Database["public"]["Enums"]["count_kind"]
          sum: number
        }
        Insert: {
          day: string
          key: string
          kind: Database["public"]["Enums"]["count_kind"]
          sum: number
        }
        Update: {
          day?: string
          key?: string
          kind?: Database["public"]["Enums"]["count_kind"]
          sum?: number
        }
        Relationships: []
      }
      credit_notes: {
        Row: {
          amount_pence: number
          cancels: number | null
          issued_at: string
          number: number
          rate_basis_points: number
          refund_id: string
          tax_pence: number
        }
        Insert: {
          amount_pence: number
          cancels?: number | null
          issued_at?: string
          number: number
          rate_basis_points: number
          refund_id: string
          tax_pence: number
        }
        Update: {
          amount_pence?: number
          cancels?: number | null
          issued_at?: string
          number?: number
          rate_basis_points?: number
          refund_id?: string
          tax_pence?: number
        }
        Relationships: [
          {
            foreignKeyName: "credit_notes_cancels_fkey"
            columns: ["cancels"]
            referencedRelation: "credit_notes"
            referencedColumns: ["number"]
          },
          {
            foreignKeyName: "credit_notes_cancels_fkey"
            columns: ["cancels"]
            referencedRelation: "standing_credit_notes"
            referencedColumns: ["number"]
          },
          {
            foreignKeyName: "credit_notes_refund_id_fkey"
            columns: ["refund_id"]
            referencedRelation: "refund_parts_of"
            referencedColumns: ["refund_id"]
          },
          {
            foreignKeyName: "credit_notes_refund_id_fkey"
            columns: ["refund_id"]
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      credits: {
        Row: {
          amount_pence: number
          at: string
          checkout_id: string | null
          gift_card_id: string
          id: number
          kind: Database["public"]["Enums"]["credit_kind"]
          refund_id: string | null
        }
        Insert: {
          amount_pence: number
          at?: string
          checkout_id?: string | null
          gift_card_id: string
          id?: never
          kind: Database["public"]["Enums"]["credit_kind"]
          refund_id?: string | null
        }
        Update: {
          amount_pence?: number
          at?: string
          checkout_id?: string | null
          gift_card_id?: string
          id?: never
          kind?: Database["public"]["Enums"]["credit_kind"]
          refund_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "credits_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "credits_gift_card_id_fkey"
            columns: ["gift_card_id"]
            referencedRelation: "gift_cards"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "credits_refund_exists"
            columns: ["refund_id"]
            referencedRelation: "refund_parts_of"
            referencedColumns: ["refund_id"]
          },
          {
            foreignKeyName: "credits_refund_exists"
            columns: ["refund_id"]
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      customer_events: {
        Row: {
          at: string
          customer_id: number | null
          id: string
          kind: Database["public"]["Enums"]["customer_event_kind"]
          staff_id: number
          text: string | null
        }
        Insert: {
          at?: string
          customer_id?: number | null
          id: string
          kind: Database["public"]["Enums"]["customer_event_kind"]
          staff_id: number
          text?: string | null
        }
        Update: {
          at?: string
          customer_id?: number | null
          id?: string
          kind?: Database["public"]["Enums"]["customer_event_kind"]
          staff_id?: number
          text?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "customer_events_customer_id_fkey"
            columns: ["customer_id"]
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "customer_events_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      customers: {
        Row: {
          email: string | null
          id: number
          last_order_at: string
          user_id: string | null
          customer_email: string | null
          customer_name: string | null
        }
        Insert: {
          email?: string | null
          id?: number
          last_order_at?: string
          user_id?: string | null
        }
        Update: {
          email?: string | null
          id?: number
          last_order_at?: string
          user_id?: string | null
        }
        Relationships: []
      }
      discount_categories: {
        Row: {
          category_id: number
          discount_id: number
        }
        Insert: {
          category_id: number
          discount_id: number
        }
        Update: {
          category_id?: number
          discount_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "discount_categories_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_categories_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "listed_categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_categories_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "discounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_categories_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["discount_id"]
          },
        ]
      }
      discount_changes: {
        Row: {
          at: string
          discount_id: number
          ends_at: string | null
          id: string
          staff_id: number
          what: Database["public"]["Enums"]["discount_change"]
        }
        Insert: {
          at?: string
          discount_id: number
          ends_at?: string | null
          id: string
          staff_id: number
          what: Database["public"]["Enums"]["discount_change"]
        }
        Update: {
          at?: string
          discount_id?: number
          ends_at?: string | null
          id?: string
          staff_id?: number
          what?: Database["public"]["Enums"]["discount_change"]
        }
        Relationships: [
          {
            foreignKeyName: "discount_changes_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "discounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_changes_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["discount_id"]
          },
          {
            foreignKeyName: "discount_changes_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      discount_codes: {
        Row: {
          batch: string | null
          code: string
          discount_id: number
          ends_at: string
        }
        Insert: {
          batch?: string | null
          code: string
          discount_id: number
          ends_at?: string
        }
        Update: {
          batch?: string | null
          code?: string
          discount_id?: number
          ends_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "discount_codes_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "discounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_codes_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["discount_id"]
          },
        ]
      }
      discount_products: {
        Row: {
          discount_id: number
          product_id: number
        }
        Insert: {
          discount_id: number
          product_id: number
        }
        Update: {
          discount_id?: number
          product_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "discount_products_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "discounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_products_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["discount_id"]
          },
          {
            foreignKeyName: "discount_products_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_products_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_products_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_products_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "discount_products_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "discount_products_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      discounts: {
        Row: {
          amount_pence: number | null
          code_days: number | null
          ends_at: string
          id: number
          kind: Database["public"]["Enums"]["discount_kind"]
          max_uses: number | null
          minimum_pence: number
          name: string
          once_per_person: boolean
          paused_at: string | null
          percent: number | null
          single_use: boolean
          starts_at: string
          with_sales: boolean
        }
        Insert: {
          amount_pence?: number | null
          code_days?: number | null
          ends_at?: string
          id?: number
          kind: Database["public"]["Enums"]["discount_kind"]
          max_uses?: number | null
          minimum_pence?: number
          name: string
          once_per_person?: boolean
          paused_at?: string | null
          percent?: number | null
          single_use?: boolean
          starts_at?: string
          with_sales?: boolean
        }
        Update: {
          amount_pence?: number | null
          code_days?: number | null
          ends_at?: string
          id?: number
          kind?: Database["public"]["Enums"]["discount_kind"]
          max_uses?: number | null
          minimum_pence?: number
          name?: string
          once_per_person?: boolean
          paused_at?: string | null
          percent?: number | null
          single_use?: boolean
          starts_at?: string
          with_sales?: boolean
        }
        Relationships: []
      }
      disputes: {
        Row: {
          amount_pence: number
          closed_at: string | null
          created_at: string
          due_by: string | null
          payment_id: number
          reason: string
          status: string
          stripe_dispute_id: string
        }
        Insert: {
          amount_pence: number
          closed_at?: string | null
          created_at: string
          due_by?: string | null
          payment_id: number
          reason: string
          status: string
          stripe_dispute_id: string
        }
        Update: {
          amount_pence?: number
          closed_at?: string | null
          created_at?: string
          due_by?: string | null
          payment_id?: number
          reason?: string
          status?: string
          stripe_dispute_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "disputes_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payment_balances"
            referencedColumns: ["payment_id"]
          },
          {
            foreignKeyName: "disputes_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      draw_entries: {
        Row: {
          asked_at: string
          confirmed_at: string | null
          draw_id: string
          email: string | null
          id: string
          leaf: string | null
          person: string | null
          receipt: string | null
          salt: string | null
          user_id: string | null
          variant_id: number
        }
        Insert: {
          asked_at?: string
          confirmed_at?: string | null
          draw_id: string
          email?: string | null
          id?: string
          leaf?: string | null
          person?: string | null
          receipt?: string | null
          salt?: string | null
          user_id?: string | null
          variant_id: number
        }
        Update: {
          asked_at?: string
          confirmed_at?: string | null
          draw_id?: string
          email?: string | null
          id?: string
          leaf?: string | null
          person?: string | null
          receipt?: string | null
          salt?: string | null
          user_id?: string | null
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "draw_entries_draw_id_fkey"
            columns: ["draw_id"]
            referencedRelation: "draws"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_entries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_entries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_entries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_entries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      draw_pieces: {
        Row: {
          draw_id: string
          pieces: number
          variant_id: number
        }
        Insert: {
          draw_id: string
          pieces: number
          variant_id: number
        }
        Update: {
          draw_id?: string
          pieces?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "draw_pieces_draw_id_fkey"
            columns: ["draw_id"]
            referencedRelation: "draws"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_pieces_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_pieces_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_pieces_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_pieces_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      draw_places: {
        Row: {
          address_hash: string | null
          card_hash: string | null
          draw_id: string
          ends_at: string | null
          entry_id: string
          place: number
          refused_checkout: string | null
          state: Database["public"]["Enums"]["draw_place_state"]
          user_id: string | null
          variant_id: number
          draw_place_is_held: boolean | null
        }
        Insert: {
          address_hash?: string | null
          card_hash?: string | null
          draw_id: string
          ends_at?: string | null
          entry_id: string
          place: number
          refused_checkout?: string | null
          state?: Database["public"]["Enums"]["draw_place_state"]
          user_id?: string | null
          variant_id: number
        }
        Update: {
          address_hash?: string | null
          card_hash?: string | null
          draw_id?: string
          ends_at?: string | null
          entry_id?: string
          place?: number
          refused_checkout?: string | null
          state?: Database["public"]["Enums"]["draw_place_state"]
          user_id?: string | null
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "draw_places_draw_id_fkey"
            columns: ["draw_id"]
            referencedRelation: "draws"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_places_entry_id_fkey"
            columns: ["entry_id"]
            referencedRelation: "draw_entries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_places_refused_checkout_fkey"
            columns: ["refused_checkout"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_places_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_places_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_places_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draw_places_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      draws: {
        Row: {
          closes_at: string
          drawn_at: string | null
          ended_at: string | null
          entries: number | null
          id: string
          opens_at: string
          planned_at: string
          product_id: number
          root: string | null
          sealed_at: string | null
          seed_round: number
          seed_signature: string | null
          staff_id: number
        }
        Insert: {
          closes_at: string
          drawn_at?: string | null
          ended_at?: string | null
          entries?: number | null
          id?: string
          opens_at: string
          planned_at?: string
          product_id: number
          root?: string | null
          sealed_at?: string | null
          seed_round: number
          seed_signature?: string | null
          staff_id: number
        }
        Update: {
          closes_at?: string
          drawn_at?: string | null
          ended_at?: string | null
          entries?: number | null
          id?: string
          opens_at?: string
          planned_at?: string
          product_id?: number
          root?: string | null
          sealed_at?: string | null
          seed_round?: number
          seed_signature?: string | null
          staff_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "draws_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draws_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draws_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draws_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "draws_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draws_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "draws_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      duty_settings: {
        Row: {
          decided_on: string | null
          euro_pence: number
          only_row: boolean
        }
        Insert: {
          decided_on?: string | null
          euro_pence: number
          only_row?: boolean
        }
        Update: {
          decided_on?: string | null
          euro_pence?: number
          only_row?: boolean
        }
        Relationships: []
      }
      edits: {
        Row: {
          began_at: string
          changed_at: string
          form: string
          input: NonNullable<Json>
          staff_id: number
          subjects: string[]
          title: string
          version: number
          writer: string
        }
        Insert: {
          began_at?: string
          changed_at?: string
          form: string
          input: NonNullable<Json>
          staff_id: number
          subjects: string[]
          title: string
          version?: number
          writer: string
        }
        Update: {
          began_at?: string
          changed_at?: string
          form?: string
          input?: NonNullable<Json>
          staff_id?: number
          subjects?: string[]
          title?: string
          version?: number
          writer?: string
        }
        Relationships: [
          {
            foreignKeyName: "edits_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      exchanged_items: {
        Row: {
          from_variant_id: number
          order_id: number
          quantity: number
          settled_pence: number
          surplus_pence: number
          to_variant_id: number
        }
        Insert: {
          from_variant_id: number
          order_id: number
          quantity: number
          settled_pence?: number
          surplus_pence?: number
          to_variant_id: number
        }
        Update: {
          from_variant_id?: number
          order_id?: number
          quantity?: number
          settled_pence?: number
          surplus_pence?: number
          to_variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "exchanged_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanged_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanged_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanged_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanged_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "exchanges"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "exchanged_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanged_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanged_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanged_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      exchanges: {
        Row: {
          at_once: boolean
          event_id: string
          from_order_id: number
          order_id: number
          return_id: number | null
        }
        Insert: {
          at_once: boolean
          event_id: string
          from_order_id: number
          order_id: number
          return_id?: number | null
        }
        Update: {
          at_once?: boolean
          event_id?: string
          from_order_id?: number
          order_id?: number
          return_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "exchanges_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "exchanges_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_from_order_id_fkey"
            columns: ["from_order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "exchanges_from_order_id_fkey"
            columns: ["from_order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_from_order_id_fkey"
            columns: ["from_order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_from_order_id_fkey"
            columns: ["from_order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "exchanges_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "exchanges_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      failed_payment_pages: {
        Row: {
          failed_at: string
          id: string
        }
        Insert: {
          failed_at?: string
          id?: string
        }
        Update: {
          failed_at?: string
          id?: string
        }
        Relationships: []
      }
      filed_files: {
        Row: {
          kind: Database["public"]["Enums"]["movement_file"]
          quarter: string
          text: string
        }
        Insert: {
          kind: Database["public"]["Enums"]["movement_file"]
          quarter: string
          text: string
        }
        Update: {
          kind?: Database["public"]["Enums"]["movement_file"]
          quarter?: string
          text?: string
        }
        Relationships: [
          {
            foreignKeyName: "filed_files_quarter_fkey"
            columns: ["quarter"]
            referencedRelation: "filed_quarters"
            referencedColumns: ["quarter"]
          },
        ]
      }
      filed_movements: {
        Row: {
          amount_pence: number
          at: string
          country: string
          counts_on: string
          currency: string
          is_late: boolean
          key: string
          kind: Database["public"]["Enums"]["movement_kind"]
          method: Database["public"]["Enums"]["payment_method"]
          payment_id: number | null
          quarter: string
          rate_basis_points: number | null
          tax_pence: number
        }
        Insert: {
          amount_pence: number
          at: string
          country: string
          counts_on: string
          currency: string
          is_late: boolean
          key: string
          kind: Database["public"]["Enums"]["movement_kind"]
          method: Database["public"]["Enums"]["payment_method"]
          payment_id?: number | null
          quarter: string
          rate_basis_points?: number | null
          tax_pence: number
        }
        Update: {
          amount_pence?: number
          at?: string
          country?: string
          counts_on?: string
          currency?: string
          is_late?: boolean
          key?: string
          kind?: Database["public"]["Enums"]["movement_kind"]
          method?: Database["public"]["Enums"]["payment_method"]
          payment_id?: number | null
          quarter?: string
          rate_basis_points?: number | null
          tax_pence?: number
        }
        Relationships: [
          {
            foreignKeyName: "filed_movements_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payment_balances"
            referencedColumns: ["payment_id"]
          },
          {
            foreignKeyName: "filed_movements_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "filed_movements_quarter_fkey"
            columns: ["quarter"]
            referencedRelation: "filed_quarters"
            referencedColumns: ["quarter"]
          },
        ]
      }
      filed_quarters: {
        Row: {
          filed_at: string
          id: string
          quarter: string
          staff_id: number
        }
        Insert: {
          filed_at?: string
          id: string
          quarter: string
          staff_id: number
        }
        Update: {
          filed_at?: string
          id?: string
          quarter?: string
          staff_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "filed_quarters_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      gift_cards: {
        Row: {
          checkout_id: string | null
          code_end: string
          code_hash: string
          created_at: string
          email: string
          expires_at: string
          id: string
          origin: Database["public"]["Enums"]["gift_card_origin"]
          reason: string | null
          staff_id: number | null
          unsent_code: string | null
        }
        Insert: {
          checkout_id?: string | null
          code_end: string
          code_hash: string
          created_at?: string
          email: string
          expires_at: string
          id?: string
          origin: Database["public"]["Enums"]["gift_card_origin"]
          reason?: string | null
          staff_id?: number | null
          unsent_code?: string | null
        }
        Update: {
          checkout_id?: string | null
          code_end?: string
          code_hash?: string
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          origin?: Database["public"]["Enums"]["gift_card_origin"]
          reason?: string | null
          staff_id?: number | null
          unsent_code?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "gift_cards_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gift_cards_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      gifts: {
        Row: {
          event_id: string
          order_id: number
          reason: string
        }
        Insert: {
          event_id: string
          order_id: number
          reason: string
        }
        Update: {
          event_id?: string
          order_id?: number
          reason?: string
        }
        Relationships: [
          {
            foreignKeyName: "gifts_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "gifts_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gifts_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "gifts_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gifts_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "gifts_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      hidden_reviews: {
        Row: {
          hidden_at: string
          reason: Database["public"]["Enums"]["hiding_reason"]
          review_id: number
          revision: number
          staff_id: number
          words: string
        }
        Insert: {
          hidden_at?: string
          reason: Database["public"]["Enums"]["hiding_reason"]
          review_id: number
          revision: number
          staff_id: number
          words: string
        }
        Update: {
          hidden_at?: string
          reason?: Database["public"]["Enums"]["hiding_reason"]
          review_id?: number
          revision?: number
          staff_id?: number
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: "hidden_reviews_by_staff"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hidden_reviews_review_id_fkey"
            columns: ["review_id"]
            referencedRelation: "product_reviews"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hidden_reviews_review_id_fkey"
            columns: ["review_id"]
            referencedRelation: "published_reviews"
            referencedColumns: ["id"]
          },
        ]
      }
      import_fees: {
        Row: {
          basis: Database["public"]["Enums"]["fee_unit"]
          euro_cents: number
          from_day: string | null
          name: string
          place: string
          source: string
          until_day: string | null
        }
        Insert: {
          basis: Database["public"]["Enums"]["fee_unit"]
          euro_cents: number
          from_day?: string | null
          name: string
          place: string
          source: string
          until_day?: string | null
        }
        Update: {
          basis?: Database["public"]["Enums"]["fee_unit"]
          euro_cents?: number
          from_day?: string | null
          name?: string
          place?: string
          source?: string
          until_day?: string | null
        }
        Relationships: []
      }
      job_runs: {
        Row: {
          counts: NonNullable<Json>
          ended_at: string | null
          id: string
          job: Database["public"]["Enums"]["job"]
          lease_until: string
          outcome: Database["public"]["Enums"]["job_outcome"] | null
          started_at: string
        }
        Insert: {
          counts?: NonNullable<Json>
          ended_at?: string | null
          id?: string
          job: Database["public"]["Enums"]["job"]
          lease_until: string
          outcome?: Database["public"]["Enums"]["job_outcome"] | null
          started_at?: string
        }
        Update: {
          counts?: NonNullable<Json>
          ended_at?: string | null
          id?: string
          job?: Database["public"]["Enums"]["job"]
          lease_until?: string
          outcome?: Database["public"]["Enums"]["job_outcome"] | null
          started_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "job_runs_job_fkey"
            columns: ["job"]
            referencedRelation: "jobs"
            referencedColumns: ["name"]
          },
        ]
      }
      jobs: {
        Row: {
          again_at: string | null
          every: string
          first_at: string
          looked_at: string
          name: Database["public"]["Enums"]["job"]
          ok_at: string
          job_in_trouble_since: string | null
        }
        Insert: {
          again_at?: string | null
          every: string
          first_at: string
          looked_at?: string
          name: Database["public"]["Enums"]["job"]
          ok_at?: string
        }
        Update: {
          again_at?: string | null
          every?: string
          first_at?: string
          looked_at?: string
          name?: Database["public"]["Enums"]["job"]
          ok_at?: string
        }
        Relationships: []
      }
      label_settings: {
        Row: {
          carrier: Database["public"]["Enums"]["label_carrier"] | null
          only_row: boolean
          return_labels: Database["public"]["Enums"]["return_label_use"]
        }
        Insert: {
          carrier?: Database["public"]["Enums"]["label_carrier"] | null
          only_row?: boolean
          return_labels?: Database["public"]["Enums"]["return_label_use"]
        }
        Update: {
          carrier?: Database["public"]["Enums"]["label_carrier"] | null
          only_row?: boolean
          return_labels?: Database["public"]["Enums"]["return_label_use"]
        }
        Relationships: []
      }
      labels: {
        Row: {
          attempts: number
          bought_at: string | null
          carrier: Database["public"]["Enums"]["label_carrier"]
          contents: string
          due_at: string | null
          has_code: boolean
          id: string
          order_id: number
          orders: number[]
          pence: number | null
          posted_with: string
          problem: string | null
          purchase: string | null
          quote: string | null
          quoted_at: string
          return_id: number | null
          scan: Database["public"]["Enums"]["scan_state"] | null
          scanned_at: string | null
          service: string
          staff_id: number | null
          state: Database["public"]["Enums"]["label_state"]
          tracked_at: string | null
          tracker: string
          tracking_number: string | null
          voided_at: string | null
          wanted_at: string | null
          label_parcels: {
            carrier: string
            confirmed_at: string | null
            delivered_at: string | null
            event_id: string
            id: number
            joined_to: number | null
            order_id: number
            sent_at: string
            tracking_number: string | null
            undone_at: string | null
          } | null
          label_used: boolean | null
        }
        Insert: {
          attempts?: number
          bought_at?: string | null
          carrier: Database["public"]["Enums"]["label_carrier"]
          contents: string
          due_at?: string | null
          has_code?: boolean
          id?: string
          order_id: number
          orders: number[]
          pence?: number | null
          posted_with?: string
          problem?: string | null
          purchase?: string | null
          quote?: string | null
          quoted_at?: string
          return_id?: number | null
          scan?: Database["public"]["Enums"]["scan_state"] | null
          scanned_at?: string | null
          service?: string
          staff_id?: number | null
          state?: Database["public"]["Enums"]["label_state"]
          tracked_at?: string | null
          tracker?: string
          tracking_number?: string | null
          voided_at?: string | null
          wanted_at?: string | null
        }
        Update: {
          attempts?: number
          bought_at?: string | null
          carrier?: Database["public"]["Enums"]["label_carrier"]
          contents?: string
          due_at?: string | null
          has_code?: boolean
          id?: string
          order_id?: number
          orders?: number[]
          pence?: number | null
          posted_with?: string
          problem?: string | null
          purchase?: string | null
          quote?: string | null
          quoted_at?: string
          return_id?: number | null
          scan?: Database["public"]["Enums"]["scan_state"] | null
          scanned_at?: string | null
          service?: string
          staff_id?: number | null
          state?: Database["public"]["Enums"]["label_state"]
          tracked_at?: string | null
          tracker?: string
          tracking_number?: string | null
          voided_at?: string | null
          wanted_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      last_site_build: {
        Row: {
          asked_at: string
          only_row: boolean
        }
        Insert: {
          asked_at?: string
          only_row?: boolean
        }
        Update: {
          asked_at?: string
          only_row?: boolean
        }
        Relationships: []
      }
      login_codes: {
        Row: {
          asked_at: string
          guesses: number
          id: string
          used_at: string | null
          user_id: string | null
        }
        Insert: {
          asked_at?: string
          guesses?: number
          id?: string
          used_at?: string | null
          user_id?: string | null
        }
        Update: {
          asked_at?: string
          guesses?: number
          id?: string
          used_at?: string | null
          user_id?: string | null
        }
        Relationships: []
      }
      mail_outbox: {
        Row: {
          attempts: number
          batch: string | null
          checkout_id: string | null
          claim: string | null
          complaint_id: string | null
          created_at: string
          draw_entry_id: string | null
          due_at: string
          gift_card_id: string | null
          id: string
          invitation_id: string | null
          joined_to: string | null
          kind: Database["public"]["Enums"]["mail_kind"]
          last_error: string | null
          provider_id: string | null
          release_id: string | null
          resent_at: string | null
          sent_at: string | null
          status: Database["public"]["Enums"]["mail_status"]
          stock_alert_id: string | null
          subject: string
          subscription_id: string | null
          user_id: string | null
          complaint_mail_content: Json | null
          draw_mail_content: Json | null
          gift_card_mail_content: Json | null
          left_cart_mail_content: Json | null
          mail_about: string | null
          mail_may_repeat: boolean | null
          merge_mail_content: Json | null
          message_mail_content: Json | null
          order_mail_content: Json | null
          payment_link_content: Json | null
          payment_mail_content: Json | null
          staff_decision_mail_content: Json | null
          staff_order_mail_content: Json | null
          staff_release_mail_content: Json | null
          stock_report_content: Json | null
          welcome_mail_content: Json | null
        }
        Insert: {
          attempts?: number
          batch?: string | null
          checkout_id?: string | null
          claim?: string | null
          complaint_id?: string | null
          created_at?: string
          draw_entry_id?: string | null
          due_at?: string
          gift_card_id?: string | null
          id?: string
          invitation_id?: string | null
          joined_to?: string | null
          kind: Database["public"]["Enums"]["mail_kind"]
          last_error?: string | null
          provider_id?: string | null
          release_id?: string | null
          resent_at?: string | null
          sent_at?: string | null
          status?: Database["public"]["Enums"]["mail_status"]
          stock_alert_id?: string | null
          subject?: string
          subscription_id?: string | null
          user_id?: string | null
        }
        Update: {
          attempts?: number
          batch?: string | null
          checkout_id?: string | null
          claim?: string | null
          complaint_id?: string | null
          created_at?: string
          draw_entry_id?: string | null
          due_at?: string
          gift_card_id?: string | null
          id?: string
          invitation_id?: string | null
          joined_to?: string | null
          kind?: Database["public"]["Enums"]["mail_kind"]
          last_error?: string | null
          provider_id?: string | null
          release_id?: string | null
          resent_at?: string | null
          sent_at?: string | null
          status?: Database["public"]["Enums"]["mail_status"]
          stock_alert_id?: string | null
          subject?: string
          subscription_id?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "mail_outbox_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_complaint_id_fkey"
            columns: ["complaint_id"]
            referencedRelation: "complaints"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_draw_entry_id_fkey"
            columns: ["draw_entry_id"]
            referencedRelation: "draw_entries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_gift_card_id_fkey"
            columns: ["gift_card_id"]
            referencedRelation: "gift_cards"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_invitation_id_fkey"
            columns: ["invitation_id"]
            referencedRelation: "open_invitations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_invitation_id_fkey"
            columns: ["invitation_id"]
            referencedRelation: "staff_invitations"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_joined_to_fkey"
            columns: ["joined_to"]
            referencedRelation: "mail_outbox"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_release_id_fkey"
            columns: ["release_id"]
            referencedRelation: "releases"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_stock_alert_id_fkey"
            columns: ["stock_alert_id"]
            referencedRelation: "stock_alerts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mail_outbox_subscription_id_fkey"
            columns: ["subscription_id"]
            referencedRelation: "subscriptions"
            referencedColumns: ["id"]
          },
        ]
      }
      mailing_batches: {
        Row: {
          attempts: number
          claim: string | null
          due_at: string
          ended_at: string | null
          first_tried_at: string | null
          id: string
          last_error: string | null
          mailing_id: string
        }
        Insert: {
          attempts?: number
          claim?: string | null
          due_at?: string
          ended_at?: string | null
          first_tried_at?: string | null
          id?: string
          last_error?: string | null
          mailing_id: string
        }
        Update: {
          attempts?: number
          claim?: string | null
          due_at?: string
          ended_at?: string | null
          first_tried_at?: string | null
          id?: string
          last_error?: string | null
          mailing_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "mailing_batches_mailing_id_fkey"
            columns: ["mailing_id"]
            referencedRelation: "mailings"
            referencedColumns: ["id"]
          },
        ]
      }
      mailing_recipients: {
        Row: {
          batch_id: string
          error: string | null
          id: string
          left_at: string | null
          left_why: Database["public"]["Enums"]["suppression_reason"] | null
          mailing_id: string
          provider_id: string | null
          sent_at: string | null
          state: Database["public"]["Enums"]["recipient_state"]
          subscription_id: string | null
        }
        Insert: {
          batch_id: string
          error?: string | null
          id?: string
          left_at?: string | null
          left_why?: Database["public"]["Enums"]["suppression_reason"] | null
          mailing_id: string
          provider_id?: string | null
          sent_at?: string | null
          state?: Database["public"]["Enums"]["recipient_state"]
          subscription_id?: string | null
        }
        Update: {
          batch_id?: string
          error?: string | null
          id?: string
          left_at?: string | null
          left_why?: Database["public"]["Enums"]["suppression_reason"] | null
          mailing_id?: string
          provider_id?: string | null
          sent_at?: string | null
          state?: Database["public"]["Enums"]["recipient_state"]
          subscription_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "mailing_recipients_batch_id_fkey"
            columns: ["batch_id"]
            referencedRelation: "mailing_batches"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mailing_recipients_mailing_id_fkey"
            columns: ["mailing_id"]
            referencedRelation: "mailings"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mailing_recipients_subscription_id_fkey"
            columns: ["subscription_id"]
            referencedRelation: "subscriptions"
            referencedColumns: ["id"]
          },
        ]
      }
      mailings: {
        Row: {
          changed_at: string
          changed_by: number | null
          content: NonNullable<Json>
          ended_at: string | null
          id: string
          people: number | null
          released_by: number | null
          send_at: string | null
          started_at: string | null
          state: Database["public"]["Enums"]["mailing_state"]
          version: number
          when_open: boolean
          mailing_facts: Json | null
          mailing_is_due: boolean | null
        }
        Insert: {
          changed_at?: string
          changed_by?: number | null
          content: NonNullable<Json>
          ended_at?: string | null
          id: string
          people?: number | null
          released_by?: number | null
          send_at?: string | null
          started_at?: string | null
          state?: Database["public"]["Enums"]["mailing_state"]
          version?: number
          when_open?: boolean
        }
        Update: {
          changed_at?: string
          changed_by?: number | null
          content?: NonNullable<Json>
          ended_at?: string | null
          id?: string
          people?: number | null
          released_by?: number | null
          send_at?: string | null
          started_at?: string | null
          state?: Database["public"]["Enums"]["mailing_state"]
          version?: number
          when_open?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "mailings_changed_by_fkey"
            columns: ["changed_by"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "mailings_released_by_fkey"
            columns: ["released_by"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      merges: {
        Row: {
          asked_at: string
          customer_id: number
          id: string
          into_user: string
          staff_id: number
        }
        Insert: {
          asked_at?: string
          customer_id: number
          id: string
          into_user: string
          staff_id: number
        }
        Update: {
          asked_at?: string
          customer_id?: number
          id?: string
          into_user?: string
          staff_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "merges_customer_id_fkey"
            columns: ["customer_id"]
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "merges_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      message_templates: {
        Row: {
          changed_at: string
          changed_by: number | null
          id: string
          subject: string
          text: string
          title: string
        }
        Insert: {
          changed_at?: string
          changed_by?: number | null
          id: string
          subject: string
          text: string
          title: string
        }
        Update: {
          changed_at?: string
          changed_by?: number | null
          id?: string
          subject?: string
          text?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "message_templates_changed_by_fkey"
            columns: ["changed_by"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      noted_moments: {
        Row: {
          noted_until: string
          only_row: boolean
        }
        Insert: {
          noted_until: string
          only_row?: boolean
        }
        Update: {
          noted_until?: string
          only_row?: boolean
        }
        Relationships: []
      }
      order_events: {
        Row: {
          actor: Database["public"]["Enums"]["actor"]
          at: string
          checkout_id: string
          detail: NonNullable<Json>
          id: string
          kind: Database["public"]["Enums"]["order_event_kind"]
          staff_id: number | null
          event_words: string | null
        }
        Insert: {
          actor: Database["public"]["Enums"]["actor"]
          at?: string
          checkout_id: string
          detail?: NonNullable<Json>
          id?: string
          kind: Database["public"]["Enums"]["order_event_kind"]
          staff_id?: number | null
        }
        Update: {
          actor?: Database["public"]["Enums"]["actor"]
          at?: string
          checkout_id?: string
          detail?: NonNullable<Json>
          id?: string
          kind?: Database["public"]["Enums"]["order_event_kind"]
          staff_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "order_events_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_events_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      order_items: {
        Row: {
          color_name: string
          discount_pence: number
          order_id: number
          product_id: number
          product_name: string
          product_price_pence: number
          quantity: number
          variant_id: number
        }
        Insert: {
          color_name: string
          discount_pence?: number
          order_id: number
          product_id: number
          product_name: string
          product_price_pence: number
          quantity: number
          variant_id: number
        }
        Update: {
          color_name?: string
          discount_pence?: number
          order_id?: number
          product_id?: number
          product_name?: string
          product_price_pence?: number
          quantity?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      order_refund_items: {
        Row: {
          discount_pence: number
          order_id: number
          order_refund_id: string
          quantity: number
          surplus_pence: number
          variant_id: number
        }
        Insert: {
          discount_pence?: number
          order_id: number
          order_refund_id: string
          quantity: number
          surplus_pence?: number
          variant_id: number
        }
        Update: {
          discount_pence?: number
          order_id?: number
          order_refund_id?: string
          quantity?: number
          surplus_pence?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_refund_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_items"
            referencedColumns: ["order_id", "variant_id"]
          },
          {
            foreignKeyName: "order_refund_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_units"
            referencedColumns: ["order_id", "variant_id"]
          },
          {
            foreignKeyName: "order_refund_items_order_refund_id_fkey"
            columns: ["order_refund_id"]
            referencedRelation: "order_refund_states"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refund_items_order_refund_id_fkey"
            columns: ["order_refund_id"]
            referencedRelation: "order_refunds"
            referencedColumns: ["id"]
          },
        ]
      }
      order_refunds: {
        Row: {
          act_id: string
          amount_pence: number
          asked_at: string
          deduction_pence: number
          deduction_reason: string | null
          deduction_tax_pence: number
          given_up_at: string | null
          given_up_because: Database["public"]["Enums"]["give_up_reason"] | null
          given_up_by: Database["public"]["Enums"]["actor"] | null
          goods_pence: number
          goodwill_pence: number
          id: string
          order_id: number
          reason: Database["public"]["Enums"]["refund_reason"]
          return_id: number | null
          shipping_pence: number
          taken_at: string | null
          tax_pence: number
        }
        Insert: {
          act_id: string
          amount_pence?: never
          asked_at?: string
          deduction_pence?: number
          deduction_reason?: string | null
          deduction_tax_pence?: number
          given_up_at?: string | null
          given_up_because?:
            | Database["public"]["Enums"]["give_up_reason"]
            | null
          given_up_by?: Database["public"]["Enums"]["actor"] | null
          goods_pence?: number
          goodwill_pence?: number
          id: string
          order_id: number
          reason: Database["public"]["Enums"]["refund_reason"]
          return_id?: number | null
          shipping_pence?: number
          taken_at?: string | null
          tax_pence?: number
        }
        Update: {
          act_id?: string
          amount_pence?: never
          asked_at?: string
          deduction_pence?: number
          deduction_reason?: string | null
          deduction_tax_pence?: number
          given_up_at?: string | null
          given_up_because?:
            | Database["public"]["Enums"]["give_up_reason"]
            | null
          given_up_by?: Database["public"]["Enums"]["actor"] | null
          goods_pence?: number
          goodwill_pence?: number
          id?: string
          order_id?: number
          reason?: Database["public"]["Enums"]["refund_reason"]
          return_id?: number | null
          shipping_pence?: number
          taken_at?: string | null
          tax_pence?: number
        }
        Relationships: [
          {
            foreignKeyName: "order_refunds_act_id_fkey"
            columns: ["act_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "order_refunds_act_id_fkey"
            columns: ["act_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_event_exists"
            columns: ["id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "order_refunds_event_exists"
            columns: ["id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      order_words: {
        Row: {
          order_id: number
          words: unknown
        }
        Insert: {
          order_id: number
          words: unknown
        }
        Update: {
          order_id?: number
          words?: unknown
        }
        Relationships: [
          {
            foreignKeyName: "order_words_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "order_words_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_words_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_words_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      orders: {
        Row: {
          adjustment_pence: number
          arrives_by: string
          arrives_from: string
          billing_info_id: number
          cancels_at: string | null
          checkout_id: string
          country: string
          counts_from: string
          created_at: string
          customer_id: number | null
          discount_pence: number
          goods_status: Database["public"]["Enums"]["goods_status"]
          id: number
          included_basis_points: number
          label: Json | null
          leaves_by: string
          money_status: Database["public"]["Enums"]["money_status"]
          order_amount_pence: number
          payment_id: number
          sent_apart: boolean
          shipping_name: string
          shipping_pence: number
          status: Database["public"]["Enums"]["order_status"]
          subtotal_pence: number
          tax_inside_pence: number
          tax_pence: number
          total_items: number
          units_to_send: number
          user_id: string | null
          waits_for: Database["public"]["Enums"]["order_wait"] | null
          chosen_option: {
            amount_pence: number
            checkout_id: string
            credit_pence: number
            express: boolean
            max_business_days: number
            min_business_days: number
            name: string
            position: number
            waived_pence: number
          } | null
          like_order: {
            billing_info_id: number | null
            by_link: boolean
            closed_at: string | null
            country: string
            created_at: string
            currency: string
            delivery: Json | null
            discount_pence: number
            duties: Json | null
            id: string
            included_basis_points: number
            network_hash: string | null
            order_seen_at: string | null
            session_expires_at: string
            status: Database["public"]["Enums"]["checkout_status"]
            stripe_session_id: string | null
            stripe_session_url: string | null
            subtotal_pence: number
            swept_at: string | null
            tax_basis_points: number
            tax_display: Database["public"]["Enums"]["tax_display"]
            tax_pence: number
            terms_version: number
            user_id: string | null
          } | null
          stands_for_others: boolean | null
        }
        Insert: {
          adjustment_pence?: number
          arrives_by: string
          arrives_from: string
          billing_info_id: number
          cancels_at?: string | null
          checkout_id: string
          country: string
          counts_from: string
          created_at?: string
          customer_id?: number | null
          discount_pence?: number
          goods_status?: Database["public"]["Enums"]["goods_status"]
          id?: number
          included_basis_points?: number
          label?: Json | null
          leaves_by: string
          money_status?: Database["public"]["Enums"]["money_status"]
          order_amount_pence: number
          payment_id: number
          sent_apart?: boolean
          shipping_name: string
          shipping_pence: number
          status?: Database["public"]["Enums"]["order_status"]
          subtotal_pence: number
          tax_inside_pence?: never
          tax_pence: number
          total_items: number
          units_to_send: number
          user_id?: string | null
          waits_for?: Database["public"]["Enums"]["order_wait"] | null
        }
        Update: {
          adjustment_pence?: number
          arrives_by?: string
          arrives_from?: string
          billing_info_id?: number
          cancels_at?: string | null
          checkout_id?: string
          country?: string
          counts_from?: string
          created_at?: string
          customer_id?: number | null
          discount_pence?: number
          goods_status?: Database["public"]["Enums"]["goods_status"]
          id?: number
          included_basis_points?: number
          label?: Json | null
          leaves_by?: string
          money_status?: Database["public"]["Enums"]["money_status"]
          order_amount_pence?: number
          payment_id?: number
          sent_apart?: boolean
          shipping_name?: string
          shipping_pence?: number
          status?: Database["public"]["Enums"]["order_status"]
          subtotal_pence?: number
          tax_inside_pence?: never
          tax_pence?: number
          total_items?: number
          units_to_send?: number
          user_id?: string | null
          waits_for?: Database["public"]["Enums"]["order_wait"] | null
        }
        Relationships: [
          {
            foreignKeyName: "orders_billing_info_exists"
            columns: ["billing_info_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_billing_info_of_shopper"
            columns: ["billing_info_id", "user_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "orders_checkout_exists"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_checkout_of_shopper"
            columns: ["checkout_id", "user_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "orders_customer_id_fkey"
            columns: ["customer_id"]
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_payment_exists"
            columns: ["payment_id"]
            referencedRelation: "payment_balances"
            referencedColumns: ["payment_id"]
          },
          {
            foreignKeyName: "orders_payment_exists"
            columns: ["payment_id"]
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_payment_of_shopper"
            columns: ["payment_id", "user_id"]
            referencedRelation: "payments"
            referencedColumns: ["id", "user_id"]
          },
        ]
      }
      own_pages: {
        Row: {
          changed_at: string
          id: string
          slug: string | null
          value: NonNullable<Json>
        }
        Insert: {
          changed_at?: string
          id: string
          slug?: never
          value: NonNullable<Json>
        }
        Update: {
          changed_at?: string
          id?: string
          slug?: never
          value?: NonNullable<Json>
        }
        Relationships: []
      }
      packaging_weights: {
        Row: {
          only_row: boolean
          paper_grams: number
          plastic_grams: number
        }
        Insert: {
          only_row?: boolean
          paper_grams?: number
          plastic_grams?: number
        }
        Update: {
          only_row?: boolean
          paper_grams?: number
          plastic_grams?: number
        }
        Relationships: []
      }
      parcel_items: {
        Row: {
          batch: string | null
          order_id: number
          parcel_id: number
          quantity: number
          variant_id: number
        }
        Insert: {
          batch?: string | null
          order_id: number
          parcel_id: number
          quantity: number
          variant_id: number
        }
        Update: {
          batch?: string | null
          order_id?: number
          parcel_id?: number
          quantity?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "parcel_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_items"
            referencedColumns: ["order_id", "variant_id"]
          },
          {
            foreignKeyName: "parcel_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_units"
            referencedColumns: ["order_id", "variant_id"]
          },
          {
            foreignKeyName: "parcel_items_parcel_id_fkey"
            columns: ["parcel_id"]
            referencedRelation: "parcels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcel_items_parcel_id_fkey"
            columns: ["parcel_id"]
            referencedRelation: "parcels_out"
            referencedColumns: ["id"]
          },
        ]
      }
      parcel_rules: {
        Row: {
          abroad: boolean
          express: boolean
          format: string
          most_grams: number
          pence: number | null
          service: string
        }
        Insert: {
          abroad: boolean
          express: boolean
          format: string
          most_grams: number
          pence?: number | null
          service: string
        }
        Update: {
          abroad?: boolean
          express?: boolean
          format?: string
          most_grams?: number
          pence?: number | null
          service?: string
        }
        Relationships: []
      }
      parcels: {
        Row: {
          carrier: string
          confirmed_at: string | null
          delivered_at: string | null
          event_id: string
          id: number
          joined_to: number | null
          order_id: number
          sent_at: string
          tracking_number: string | null
          undone_at: string | null
          refuse_undone: undefined | null
        }
        Insert: {
          carrier: string
          confirmed_at?: string | null
          delivered_at?: string | null
          event_id: string
          id?: number
          joined_to?: number | null
          order_id: number
          sent_at?: string
          tracking_number?: string | null
          undone_at?: string | null
        }
        Update: {
          carrier?: string
          confirmed_at?: string | null
          delivered_at?: string | null
          event_id?: string
          id?: number
          joined_to?: number | null
          order_id?: number
          sent_at?: string
          tracking_number?: string | null
          undone_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "parcels_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "parcels_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_joined_to_fkey"
            columns: ["joined_to"]
            referencedRelation: "parcels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_joined_to_fkey"
            columns: ["joined_to"]
            referencedRelation: "parcels_out"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_links: {
        Row: {
          at_once: boolean
          checkout_id: string
          event_id: string
          order_id: number | null
          return_id: number | null
          staff_id: number
        }
        Insert: {
          at_once?: boolean
          checkout_id: string
          event_id: string
          order_id?: number | null
          return_id?: number | null
          staff_id: number
        }
        Update: {
          at_once?: boolean
          checkout_id?: string
          event_id?: string
          order_id?: number | null
          return_id?: number | null
          staff_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "payment_links_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_links_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "payment_links_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_links_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_links_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_links_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payment_links_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      payments: {
        Row: {
          amount_pence: number
          billing_info_id: number
          charged_pence: number
          checkout_id: string
          created_at: string
          credit_pence: number
          currency: string
          id: number
          method: Database["public"]["Enums"]["payment_method"]
          moved_at: string
          shipping_pence: number
          status: Database["public"]["Enums"]["payment_status"]
          stripe_payment_intent_id: string | null
          stripe_session_id: string
          user_id: string | null
        }
        Insert: {
          amount_pence: number
          billing_info_id: number
          charged_pence: number
          checkout_id: string
          created_at?: string
          credit_pence?: number
          currency: string
          id?: number
          method?: Database["public"]["Enums"]["payment_method"]
          moved_at?: string
          shipping_pence?: number
          status: Database["public"]["Enums"]["payment_status"]
          stripe_payment_intent_id?: string | null
          stripe_session_id: string
          user_id?: string | null
        }
        Update: {
          amount_pence?: number
          billing_info_id?: number
          charged_pence?: number
          checkout_id?: string
          created_at?: string
          credit_pence?: number
          currency?: string
          id?: number
          method?: Database["public"]["Enums"]["payment_method"]
          moved_at?: string
          shipping_pence?: number
          status?: Database["public"]["Enums"]["payment_status"]
          stripe_payment_intent_id?: string | null
          stripe_session_id?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "payments_billing_info_exists"
            columns: ["billing_info_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payments_billing_info_of_shopper"
            columns: ["billing_info_id", "user_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "payments_checkout_exists"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payments_checkout_of_shopper"
            columns: ["checkout_id", "user_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id", "user_id"]
          },
        ]
      }
      permissions: {
        Row: {
          act: Database["public"]["Enums"]["staff_act"]
          role: Database["public"]["Enums"]["staff_role"]
        }
        Insert: {
          act: Database["public"]["Enums"]["staff_act"]
          role: Database["public"]["Enums"]["staff_role"]
        }
        Update: {
          act?: Database["public"]["Enums"]["staff_act"]
          role?: Database["public"]["Enums"]["staff_role"]
        }
        Relationships: []
      }
      price_history: {
        Row: {
          noted_at: string
          offered: boolean
          product_id: number
          regular_pence: number
          sale_ends_at: string | null
          sale_pence: number | null
          sale_starts_at: string | null
        }
        Insert: {
          noted_at?: string
          offered: boolean
          product_id: number
          regular_pence: number
          sale_ends_at?: string | null
          sale_pence?: number | null
          sale_starts_at?: string | null
        }
        Update: {
          noted_at?: string
          offered?: boolean
          product_id?: number
          regular_pence?: number
          sale_ends_at?: string | null
          sale_pence?: number | null
          sale_starts_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_order: {
        Row: {
          category_id: number
          place: number
          product_id: number
        }
        Insert: {
          category_id: number
          place: number
          product_id: number
        }
        Update: {
          category_id?: number
          place?: number
          product_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "product_order_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_order_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "listed_categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_order_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_order_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_order_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_order_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "product_order_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_order_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      product_reviews: {
        Row: {
          answer: string | null
          answered_at: string | null
          answered_by: number | null
          changed_at: string | null
          fit: Database["public"]["Enums"]["review_fit"] | null
          given: boolean
          id: number
          name: string
          order_id: number
          product_id: number
          revision: number
          stars: number | null
          words: string | null
          written_at: string
          review_product_name: string | null
        }
        Insert: {
          answer?: string | null
          answered_at?: string | null
          answered_by?: number | null
          changed_at?: string | null
          fit?: Database["public"]["Enums"]["review_fit"] | null
          given: boolean
          id?: number
          name?: string
          order_id: number
          product_id: number
          revision?: number
          stars?: number | null
          words?: string | null
          written_at?: string
        }
        Update: {
          answer?: string | null
          answered_at?: string | null
          answered_by?: number | null
          changed_at?: string | null
          fit?: Database["public"]["Enums"]["review_fit"] | null
          given?: boolean
          id?: number
          name?: string
          order_id?: number
          product_id?: number
          revision?: number
          stars?: number | null
          words?: string | null
          written_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_reviews_answered_by_staff"
            columns: ["answered_by"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_of_order"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "product_reviews_of_order"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_of_order"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_of_order"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      products: {
        Row: {
          archived_at: string | null
          category_id: number
          comes_with: string | null
          created_at: string
          description: string
          drawn: Json | null
          facts: NonNullable<Json>
          hs_code: string | null
          id: number
          name: string
          origin_country: string | null
          price_pence: number
          search_description: string | null
          search_title: string | null
          share_picture: string | null
          slug: string
          updated_at: string
          visible_from: string | null
        }
        Insert: {
          archived_at?: string | null
          category_id: number
          comes_with?: string | null
          created_at?: string
          description?: string
          drawn?: Json | null
          facts?: NonNullable<Json>
          hs_code?: string | null
          id?: number
          name: string
          origin_country?: string | null
          price_pence: number
          search_description?: string | null
          search_title?: string | null
          share_picture?: string | null
          slug: string
          updated_at?: string
          visible_from?: string | null
        }
        Update: {
          archived_at?: string | null
          category_id?: number
          comes_with?: string | null
          created_at?: string
          description?: string
          drawn?: Json | null
          facts?: NonNullable<Json>
          hs_code?: string | null
          id?: number
          name?: string
          origin_country?: string | null
          price_pence?: number
          search_description?: string | null
          search_title?: string | null
          share_picture?: string | null
          slug?: string
          updated_at?: string
          visible_from?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "listed_categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "products_comes_with_fkey"
            columns: ["comes_with"]
            referencedRelation: "releases"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          email_confirmed_at: string | null
          password_until: string | null
          user_id: string
          username: string
        }
        Insert: {
          created_at?: string
          email_confirmed_at?: string | null
          password_until?: string | null
          user_id: string
          username: string
        }
        Update: {
          created_at?: string
          email_confirmed_at?: string | null
          password_until?: string | null
          user_id?: string
          username?: string
        }
        Relationships: []
      }
      rate_limits: {
        Row: {
          action: string
          caller_hash: string
          expires_at: string
        }
        Insert: {
          action: string
          caller_hash: string
          expires_at: string
        }
        Update: {
          action?: string
          caller_hash?: string
          expires_at?: string
        }
        Relationships: []
      }
      redirects: {
        Row: {
          from_path: string
          to_path: string
        }
        Insert: {
          from_path: string
          to_path: string
        }
        Update: {
          from_path?: string
          to_path?: string
        }
        Relationships: []
      }
      refunds: {
        Row: {
          amount_pence: number
          created_at: string
          failure_reason: string | null
          id: string
          method: Database["public"]["Enums"]["payment_method"]
          order_refund_id: string | null
          payment_id: number
          reason: string | null
          settled_at: string | null
          source: Database["public"]["Enums"]["refund_source"]
          state: Database["public"]["Enums"]["refund_state"]
          stripe_refund_id: string | null
          debt_of: string | null
        }
        Insert: {
          amount_pence: number
          created_at?: string
          failure_reason?: string | null
          id?: string
          method?: Database["public"]["Enums"]["payment_method"]
          order_refund_id?: string | null
          payment_id: number
          reason?: string | null
          settled_at?: string | null
          source: Database["public"]["Enums"]["refund_source"]
          state?: Database["public"]["Enums"]["refund_state"]
          stripe_refund_id?: string | null
        }
        Update: {
          amount_pence?: number
          created_at?: string
          failure_reason?: string | null
          id?: string
          method?: Database["public"]["Enums"]["payment_method"]
          order_refund_id?: string | null
          payment_id?: number
          reason?: string | null
          settled_at?: string | null
          source?: Database["public"]["Enums"]["refund_source"]
          state?: Database["public"]["Enums"]["refund_state"]
          stripe_refund_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "refunds_order_refund_id_fkey"
            columns: ["order_refund_id"]
            referencedRelation: "order_refund_states"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_order_refund_id_fkey"
            columns: ["order_refund_id"]
            referencedRelation: "order_refunds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payment_balances"
            referencedColumns: ["payment_id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      release_events: {
        Row: {
          at: string
          id: number
          release_id: string
          staff_id: number | null
          what: Database["public"]["Enums"]["release_event"]
        }
        Insert: {
          at?: string
          id?: number
          release_id: string
          staff_id?: number | null
          what: Database["public"]["Enums"]["release_event"]
        }
        Update: {
          at?: string
          id?: number
          release_id?: string
          staff_id?: number | null
          what?: Database["public"]["Enums"]["release_event"]
        }
        Relationships: [
          {
            foreignKeyName: "release_events_release_id_fkey"
            columns: ["release_id"]
            referencedRelation: "releases"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "release_events_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      releases: {
        Row: {
          ahead: Json | null
          build_asked_at: string | null
          build_started_at: string | null
          changes: NonNullable<Json>
          failure: Json | null
          fingerprint: string | null
          id: string
          number: number
          options: NonNullable<Json>
          published_at: string | null
          report: Json | null
          scheduled_for: string | null
          source: string
          state: Database["public"]["Enums"]["release_state"]
          subjects: string[]
          title: string
          transaction_id: unknown
          undoes: string | null
          version: number
          words: string
          preview_of_release: Json | null
          refuse_release: undefined | null
          release_row: Json | null
          take_back_ahead: Json | null
        }
        Insert: {
          ahead?: Json | null
          build_asked_at?: string | null
          build_started_at?: string | null
          changes: NonNullable<Json>
          failure?: Json | null
          fingerprint?: string | null
          id: string
          number?: never
          options?: NonNullable<Json>
          published_at?: string | null
          report?: Json | null
          scheduled_for?: string | null
          source: string
          state?: Database["public"]["Enums"]["release_state"]
          subjects?: never
          title: string
          transaction_id?: unknown
          undoes?: string | null
          version?: number
          words: string
        }
        Update: {
          ahead?: Json | null
          build_asked_at?: string | null
          build_started_at?: string | null
          changes?: NonNullable<Json>
          failure?: Json | null
          fingerprint?: string | null
          id?: string
          number?: never
          options?: NonNullable<Json>
          published_at?: string | null
          report?: Json | null
          scheduled_for?: string | null
          source?: string
          state?: Database["public"]["Enums"]["release_state"]
          subjects?: never
          title?: string
          transaction_id?: unknown
          undoes?: string | null
          version?: number
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: "releases_undoes_fkey"
            columns: ["undoes"]
            referencedRelation: "releases"
            referencedColumns: ["id"]
          },
        ]
      }
      replacements: {
        Row: {
          event_id: string
          order_id: number
          reason: Database["public"]["Enums"]["replacement_reason"]
          replaces_order_id: number
        }
        Insert: {
          event_id: string
          order_id: number
          reason: Database["public"]["Enums"]["replacement_reason"]
          replaces_order_id: number
        }
        Update: {
          event_id?: string
          order_id?: number
          reason?: Database["public"]["Enums"]["replacement_reason"]
          replaces_order_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "replacements_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "replacements_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "replacements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "replacements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "replacements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "replacements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "replacements_replaces_order_id_fkey"
            columns: ["replaces_order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "replacements_replaces_order_id_fkey"
            columns: ["replaces_order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "replacements_replaces_order_id_fkey"
            columns: ["replaces_order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "replacements_replaces_order_id_fkey"
            columns: ["replaces_order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      return_items: {
        Row: {
          order_id: number
          quantity: number
          restocked: number
          return_id: number
          variant_id: number
          written_off: number
        }
        Insert: {
          order_id: number
          quantity: number
          restocked?: number
          return_id: number
          variant_id: number
          written_off?: number
        }
        Update: {
          order_id?: number
          quantity?: number
          restocked?: number
          return_id?: number
          variant_id?: number
          written_off?: number
        }
        Relationships: [
          {
            foreignKeyName: "return_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_items"
            referencedColumns: ["order_id", "variant_id"]
          },
          {
            foreignKeyName: "return_items_of_order"
            columns: ["order_id", "variant_id"]
            referencedRelation: "order_units"
            referencedColumns: ["order_id", "variant_id"]
          },
          {
            foreignKeyName: "return_items_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      return_photos: {
        Row: {
          added_at: string
          id: string
          removed_at: string | null
          return_id: number
        }
        Insert: {
          added_at?: string
          id: string
          removed_at?: string | null
          return_id: number
        }
        Update: {
          added_at?: string
          id?: string
          removed_at?: string | null
          return_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "return_photos_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
        ]
      }
      returns: {
        Row: {
          asked_at: string
          closed_at: string | null
          code: string
          event_id: string
          id: number
          kind: Database["public"]["Enums"]["return_kind"]
          order_id: number
          reason: string | null
          received_at: string | null
          state: Database["public"]["Enums"]["return_state"]
          wish: Json | null
        }
        Insert: {
          asked_at?: string
          closed_at?: string | null
          code: string
          event_id: string
          id?: number
          kind: Database["public"]["Enums"]["return_kind"]
          order_id: number
          reason?: string | null
          received_at?: string | null
          state?: Database["public"]["Enums"]["return_state"]
          wish?: Json | null
        }
        Update: {
          asked_at?: string
          closed_at?: string | null
          code?: string
          event_id?: string
          id?: number
          kind?: Database["public"]["Enums"]["return_kind"]
          order_id?: number
          reason?: string | null
          received_at?: string | null
          state?: Database["public"]["Enums"]["return_state"]
          wish?: Json | null
        }
        Relationships: [
          {
            foreignKeyName: "returns_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "returns_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "returns_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      review_photos: {
        Row: {
          added_at: string
          id: string
          removed_at: string | null
          review_id: number
        }
        Insert: {
          added_at?: string
          id: string
          removed_at?: string | null
          review_id: number
        }
        Update: {
          added_at?: string
          id?: string
          removed_at?: string | null
          review_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "review_photos_review_id_fkey"
            columns: ["review_id"]
            referencedRelation: "product_reviews"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "review_photos_review_id_fkey"
            columns: ["review_id"]
            referencedRelation: "published_reviews"
            referencedColumns: ["id"]
          },
        ]
      }
      review_requests: {
        Row: {
          asked_at: string
          ended_at: string | null
          order_id: number
        }
        Insert: {
          asked_at?: string
          ended_at?: string | null
          order_id: number
        }
        Update: {
          asked_at?: string
          ended_at?: string | null
          order_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "review_requests_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "review_requests_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "review_requests_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "review_requests_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      sale_prices: {
        Row: {
          ends_at: string
          price_pence: number
          product_id: number
          starts_at: string
          was_is_lawful: boolean
        }
        Insert: {
          ends_at?: string
          price_pence: number
          product_id: number
          starts_at?: string
          was_is_lawful?: boolean
        }
        Update: {
          ends_at?: string
          price_pence?: number
          product_id?: number
          starts_at?: string
          was_is_lawful?: boolean
        }
        Relationships: [
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      second_factor_codes: {
        Row: {
          code: string
          id: number
          outcome: Database["public"]["Enums"]["second_factor_outcome"] | null
          session_id: string
          tried_at: string
          user_id: string
        }
        Insert: {
          code: string
          id?: number
          outcome?: Database["public"]["Enums"]["second_factor_outcome"] | null
          session_id: string
          tried_at?: string
          user_id: string
        }
        Update: {
          code?: string
          id?: number
          outcome?: Database["public"]["Enums"]["second_factor_outcome"] | null
          session_id?: string
          tried_at?: string
          user_id?: string
        }
        Relationships: []
      }
      second_factors: {
        Row: {
          factor_id: string
          since: string
          user_id: string
        }
        Insert: {
          factor_id: string
          since?: string
          user_id: string
        }
        Update: {
          factor_id?: string
          since?: string
          user_id?: string
        }
        Relationships: []
      }
      setting_changes: {
        Row: {
          at: string
          id: string
          now: NonNullable<Json>
          staff_id: number | null
          transaction_id: unknown
          was: NonNullable<Json>
        }
        Insert: {
          at?: string
          id?: string
          now: NonNullable<Json>
          staff_id?: number | null
          transaction_id?: unknown
          was: NonNullable<Json>
        }
        Update: {
          at?: string
          id?: string
          now?: NonNullable<Json>
          staff_id?: number | null
          transaction_id?: unknown
          was?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "setting_changes_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      shipping_rates: {
        Row: {
          amount_pence: number
          express: boolean
          id: number
          max_business_days: number
          min_business_days: number
          name: string
          position: number
          zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Insert: {
          amount_pence: number
          express?: boolean
          id?: number
          max_business_days: number
          min_business_days: number
          name: string
          position?: number
          zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Update: {
          amount_pence?: number
          express?: boolean
          id?: number
          max_business_days?: number
          min_business_days?: number
          name?: string
          position?: number
          zone?: Database["public"]["Enums"]["shipping_zone"]
        }
        Relationships: []
      }
      shopper_notes: {
        Row: {
          changed_at: string
          gift_message: string | null
          note: string | null
          order_id: number
        }
        Insert: {
          changed_at?: string
          gift_message?: string | null
          note?: string | null
          order_id: number
        }
        Update: {
          changed_at?: string
          gift_message?: string | null
          note?: string | null
          order_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "shopper_notes_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "shopper_notes_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "shopper_notes_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "shopper_notes_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      site_content: {
        Row: {
          build_due_at: string | null
          changed_at: string
          key: string
          value: NonNullable<Json>
        }
        Insert: {
          build_due_at?: string | null
          changed_at?: string
          key: string
          value: NonNullable<Json>
        }
        Update: {
          build_due_at?: string | null
          changed_at?: string
          key?: string
          value?: NonNullable<Json>
        }
        Relationships: []
      }
      staff: {
        Row: {
          id: number
          name: string
          role: Database["public"]["Enums"]["staff_role"]
          since: string
          until: string | null
          user_id: string | null
        }
        Insert: {
          id?: number
          name: string
          role: Database["public"]["Enums"]["staff_role"]
          since?: string
          until?: string | null
          user_id?: string | null
        }
        Update: {
          id?: number
          name?: string
          role?: Database["public"]["Enums"]["staff_role"]
          since?: string
          until?: string | null
          user_id?: string | null
        }
        Relationships: []
      }
      staff_invitations: {
        Row: {
          at: string
          email: string
          id: string
          role: Database["public"]["Enums"]["staff_role"]
          staff_id: number
        }
        Insert: {
          at?: string
          email: string
          id: string
          role: Database["public"]["Enums"]["staff_role"]
          staff_id: number
        }
        Update: {
          at?: string
          email?: string
          id?: string
          role?: Database["public"]["Enums"]["staff_role"]
          staff_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "staff_invitations_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      staff_log: {
        Row: {
          about: string | null
          about_id: string | null
          area: Database["public"]["Enums"]["activity_area"]
          at: string
          id: number
          staff_id: number
          what: string
          words: string | null
        }
        Insert: {
          about?: string | null
          about_id?: string | null
          area: Database["public"]["Enums"]["activity_area"]
          at?: string
          id?: number
          staff_id: number
          what: string
          words?: string | null
        }
        Update: {
          about?: string | null
          about_id?: string | null
          area?: Database["public"]["Enums"]["activity_area"]
          at?: string
          id?: number
          staff_id?: number
          what?: string
          words?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "staff_log_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      stale_answers: {
        Row: {
          claim: string | null
          claimed_at: string | null
          transaction_id: unknown
        }
        Insert: {
          claim?: string | null
          claimed_at?: string | null
          transaction_id?: unknown
        }
        Update: {
          claim?: string | null
          claimed_at?: string | null
          transaction_id?: unknown
        }
        Relationships: []
      }
      stock_alerts: {
        Row: {
          asked_at: string
          email: string
          ended_at: string | null
          ended_why: Database["public"]["Enums"]["stock_alert_end"] | null
          id: string
          user_id: string | null
          variant_id: number
        }
        Insert: {
          asked_at?: string
          email: string
          ended_at?: string | null
          ended_why?: Database["public"]["Enums"]["stock_alert_end"] | null
          id?: string
          user_id?: string | null
          variant_id: number
        }
        Update: {
          asked_at?: string
          email?: string
          ended_at?: string | null
          ended_why?: Database["public"]["Enums"]["stock_alert_end"] | null
          id?: string
          user_id?: string | null
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_alerts_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_alerts_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_alerts_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_alerts_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_deliveries: {
        Row: {
          arrived: number | null
          closed_at: string | null
          due_on: string
          id: string
          made_at: string
          note: string | null
          staff_id: number
          units: number
          variant_id: number
        }
        Insert: {
          arrived?: number | null
          closed_at?: string | null
          due_on: string
          id: string
          made_at?: string
          note?: string | null
          staff_id: number
          units: number
          variant_id: number
        }
        Update: {
          arrived?: number | null
          closed_at?: string | null
          due_on?: string
          id?: string
          made_at?: string
          note?: string | null
          staff_id?: number
          units?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_deliveries_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_deliveries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_deliveries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_deliveries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_deliveries_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_holds: {
        Row: {
          checkout_id: string
          expires_at: string
          quantity: number
          variant_id: number
        }
        Insert: {
          checkout_id: string
          expires_at: string
          quantity: number
          variant_id: number
        }
        Update: {
          checkout_id?: string
          expires_at?: string
          quantity?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_holds_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_holds_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_holds_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_holds_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_holds_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_limits: {
        Row: {
          low: number
          variant_id: number
        }
        Insert: {
          low: number
          variant_id: number
        }
        Update: {
          low?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_limits_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_limits_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_limits_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_limits_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_moved_by_exports: {
        Row: {
          export_id: string
          moved: number
          variant_id: number
        }
        Insert: {
          export_id: string
          moved: number
          variant_id: number
        }
        Update: {
          export_id?: string
          moved?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "stock_moved_by_exports_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_moved_by_exports_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_moved_by_exports_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_moved_by_exports_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_movements: {
        Row: {
          at: string
          event_id: string | null
          id: number
          moved: number
          note: string | null
          order_id: number | null
          staff_id: number | null
          stock: number
          variant_id: number
          why: Database["public"]["Enums"]["stock_reason"]
        }
        Insert: {
          at?: string
          event_id?: string | null
          id?: number
          moved: number
          note?: string | null
          order_id?: number | null
          staff_id?: number | null
          stock: number
          variant_id: number
          why: Database["public"]["Enums"]["stock_reason"]
        }
        Update: {
          at?: string
          event_id?: string | null
          id?: number
          moved?: number
          note?: string | null
          order_id?: number | null
          staff_id?: number | null
          stock?: number
          variant_id?: number
          why?: Database["public"]["Enums"]["stock_reason"]
        }
        Relationships: [
          {
            foreignKeyName: "stock_movements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "stock_movements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "stock_movements_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      stripe_balance_read: {
        Row: {
          entries_until: string | null
          id: boolean
          read_at: string | null
        }
        Insert: {
          entries_until?: string | null
          id?: boolean
          read_at?: string | null
        }
        Update: {
          entries_until?: string | null
          id?: boolean
          read_at?: string | null
        }
        Relationships: []
      }
      stripe_entries: {
        Row: {
          amount_pence: number
          created_at: string
          currency: string
          fee_pence: number
          kind: Database["public"]["Enums"]["entry_kind"]
          source: string | null
          stripe_entry_id: string
          stripe_payment_intent_id: string | null
          stripe_payout_id: string | null
          type: string
        }
        Insert: {
          amount_pence: number
          created_at: string
          currency: string
          fee_pence: number
          kind?: never
          source?: string | null
          stripe_entry_id: string
          stripe_payment_intent_id?: string | null
          stripe_payout_id?: string | null
          type: string
        }
        Update: {
          amount_pence?: number
          created_at?: string
          currency?: string
          fee_pence?: number
          kind?: never
          source?: string | null
          stripe_entry_id?: string
          stripe_payment_intent_id?: string | null
          stripe_payout_id?: string | null
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: "stripe_entries_stripe_payout_id_fkey"
            columns: ["stripe_payout_id"]
            referencedRelation: "payout_sums"
            referencedColumns: ["stripe_payout_id"]
          },
          {
            foreignKeyName: "stripe_entries_stripe_payout_id_fkey"
            columns: ["stripe_payout_id"]
            referencedRelation: "payouts_by_hand"
            referencedColumns: ["stripe_payout_id"]
          },
          {
            foreignKeyName: "stripe_entries_stripe_payout_id_fkey"
            columns: ["stripe_payout_id"]
            referencedRelation: "stripe_payouts"
            referencedColumns: ["stripe_payout_id"]
          },
        ]
      }
      stripe_events_seen: {
        Row: {
          id: boolean
          seen_until: string
        }
        Insert: {
          id?: boolean
          seen_until: string
        }
        Update: {
          id?: boolean
          seen_until?: string
        }
        Relationships: []
      }
      stripe_payouts: {
        Row: {
          amount_pence: number
          arrives_on: string
          created_at: string
          currency: string
          is_listed: boolean | null
          is_live: boolean
          read_at: string | null
          reconciled_at: string | null
          status: string
          stripe_payout_id: string
        }
        Insert: {
          amount_pence: number
          arrives_on: string
          created_at: string
          currency: string
          is_listed?: boolean | null
          is_live: boolean
          read_at?: string | null
          reconciled_at?: string | null
          status: string
          stripe_payout_id: string
        }
        Update: {
          amount_pence?: number
          arrives_on?: string
          created_at?: string
          currency?: string
          is_listed?: boolean | null
          is_live?: boolean
          read_at?: string | null
          reconciled_at?: string | null
          status?: string
          stripe_payout_id?: string
        }
        Relationships: []
      }
      subscriber_days: {
        Row: {
          day: string
          gone: number
          joined: number
        }
        Insert: {
          day: string
          gone?: number
          joined?: number
        }
        Update: {
          day?: string
          gone?: number
          joined?: number
        }
        Relationships: []
      }
      subscriptions: {
        Row: {
          asked_at: string
          asked_from: Database["public"]["Enums"]["news_place"]
          confirmed_at: string | null
          confirmed_text: string | null
          email: string
          id: string
        }
        Insert: {
          asked_at?: string
          asked_from?: Database["public"]["Enums"]["news_place"]
          confirmed_at?: string | null
          confirmed_text?: string | null
          email: string
          id?: string
        }
        Update: {
          asked_at?: string
          asked_from?: Database["public"]["Enums"]["news_place"]
          confirmed_at?: string | null
          confirmed_text?: string | null
          email?: string
          id?: string
        }
        Relationships: []
      }
      suppressions: {
        Row: {
          address_hash: string
          reason: Database["public"]["Enums"]["suppression_reason"]
          since: string
        }
        Insert: {
          address_hash: string
          reason: Database["public"]["Enums"]["suppression_reason"]
          since?: string
        }
        Update: {
          address_hash?: string
          reason?: Database["public"]["Enums"]["suppression_reason"]
          since?: string
        }
        Relationships: []
      }
      swapped_items: {
        Row: {
          event_id: string
          from_variant_id: number
          order_id: number
          quantity: number
          refunded_pence: number
          to_variant_id: number
        }
        Insert: {
          event_id: string
          from_variant_id: number
          order_id: number
          quantity: number
          refunded_pence?: number
          to_variant_id: number
        }
        Update: {
          event_id?: string
          from_variant_id?: number
          order_id?: number
          quantity?: number
          refunded_pence?: number
          to_variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "swapped_items_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "swapped_items_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_from_variant_id_fkey"
            columns: ["from_variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "swapped_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "swapped_items_to_variant_id_fkey"
            columns: ["to_variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      tax_settings: {
        Row: {
          display: Database["public"]["Enums"]["tax_display"]
          only_row: boolean
          tax_basis_points: number
        }
        Insert: {
          display?: Database["public"]["Enums"]["tax_display"]
          only_row?: boolean
          tax_basis_points: number
        }
        Update: {
          display?: Database["public"]["Enums"]["tax_display"]
          only_row?: boolean
          tax_basis_points?: number
        }
        Relationships: []
      }
      team_events: {
        Row: {
          about_id: number | null
          at: string
          id: string
          invitation: string | null
          kind: Database["public"]["Enums"]["team_event_kind"]
          role: Database["public"]["Enums"]["staff_role"]
          staff_id: number | null
        }
        Insert: {
          about_id?: number | null
          at?: string
          id?: string
          invitation?: string | null
          kind: Database["public"]["Enums"]["team_event_kind"]
          role: Database["public"]["Enums"]["staff_role"]
          staff_id?: number | null
        }
        Update: {
          about_id?: number | null
          at?: string
          id?: string
          invitation?: string | null
          kind?: Database["public"]["Enums"]["team_event_kind"]
          role?: Database["public"]["Enums"]["staff_role"]
          staff_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "team_events_about_id_fkey"
            columns: ["about_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "team_events_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      terms_versions: {
        Row: {
          id: number
          published_at: string
          texts: NonNullable<Json>
        }
        Insert: {
          id?: never
          published_at?: string
          texts: NonNullable<Json>
        }
        Update: {
          id?: never
          published_at?: string
          texts?: NonNullable<Json>
        }
        Relationships: []
      }
      variant_images: {
        Row: {
          alt: string | null
          id: number
          path: string
          position: number
          variant_id: number
        }
        Insert: {
          alt?: string | null
          id?: number
          path: string
          position?: number
          variant_id: number
        }
        Update: {
          alt?: string | null
          id?: number
          path?: string
          position?: number
          variant_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "variant_images_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "variant_images_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "variant_images_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "variant_images_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      welcome_offer: {
        Row: {
          discount_id: number
          only_row: boolean
          turned_on_at: string | null
          turned_on_by: number | null
        }
        Insert: {
          discount_id: number
          only_row?: boolean
          turned_on_at?: string | null
          turned_on_by?: number | null
        }
        Update: {
          discount_id?: number
          only_row?: boolean
          turned_on_at?: string | null
          turned_on_by?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "welcome_offer_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "discounts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "welcome_offer_discount_id_fkey"
            columns: ["discount_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["discount_id"]
          },
          {
            foreignKeyName: "welcome_offer_turned_on_by_fkey"
            columns: ["turned_on_by"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      welcomed_addresses: {
        Row: {
          address_hash: string
          at: string
        }
        Insert: {
          address_hash: string
          at?: string
        }
        Update: {
          address_hash?: string
          at?: string
        }
        Relationships: []
      }
      zone_tax_rates: {
        Row: {
          tax_basis_points: number
          zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Insert: {
          tax_basis_points: number
          zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Update: {
          tax_basis_points?: number
          zone?: Database["public"]["Enums"]["shipping_zone"]
        }
        Relationships: []
      }
    }
    Views: {
      built_products: {
        Row: {
          id: number | null
          search_description: string | null
          search_title: string | null
          share_picture: string | null
          slug: string | null
        }
        Insert: {
          id?: number | null
          search_description?: string | null
          search_title?: string | null
          share_picture?: string | null
          slug?: string | null
        }
        Update: {
          id?: number | null
          search_description?: string | null
          search_title?: string | null
          share_picture?: string | null
          slug?: string | null
        }
        Relationships: []
      }
      catalogue_moments: {
        Row: {
          at: string | null
        }
        Relationships: []
      }
      catalogue_rows: {
        Row: {
          category: string | null
          category_id: number | null
          category_name: string | null
          id: number | null
          name: string | null
          price_pence: number | null
          slug: string | null
          state: Database["public"]["Enums"]["catalogue_state"] | null
          stock: Database["public"]["Enums"]["catalogue_stock"] | null
          units: number | null
          updated_at: string | null
        }
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "listed_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      charged_prices: {
        Row: {
          from_at: string | null
          pence: number | null
          product_id: number | null
          until_at: string | null
        }
        Relationships: [
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "price_history_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      collection_products: {
        Row: {
          collection_id: number | null
          created_at: string | null
          place: number | null
          product_id: number | null
        }
        Relationships: []
      }
      colour_fields: {
        Row: {
          archived_at: string | null
          fields: Json | null
          id: number | null
          position: number | null
          product_id: number | null
        }
        Insert: {
          archived_at?: string | null
          fields?: never
          id?: number | null
          position?: number | null
          product_id?: number | null
        }
        Update: {
          archived_at?: string | null
          fields?: never
          id?: number | null
          position?: number | null
          product_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      colours_on_sale: {
        Row: {
          id: number | null
          product_id: number | null
          quantity: number | null
        }
        Relationships: [
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "color_variants_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      current_tax: {
        Row: {
          display: Database["public"]["Enums"]["tax_display"] | null
          included_basis_points: number | null
          tax_basis_points: number | null
        }
        Relationships: []
      }
      labels_in_hand: {
        Row: {
          attempts: number | null
          bought_at: string | null
          carrier: Database["public"]["Enums"]["label_carrier"] | null
          contents: string | null
          due_at: string | null
          has_code: boolean | null
          id: string | null
          order_id: number | null
          orders: number[] | null
          pence: number | null
          posted_with: string | null
          problem: string | null
          purchase: string | null
          quote: string | null
          quoted_at: string | null
          return_id: number | null
          scan: Database["public"]["Enums"]["scan_state"] | null
          scanned_at: string | null
          service: string | null
          staff_id: number | null
          state: Database["public"]["Enums"]["label_state"] | null
          tracked_at: string | null
          tracker: string | null
          tracking_number: string | null
          voided_at: string | null
          wanted_at: string | null
        }
        Insert: {
          attempts?: number | null
          bought_at?: string | null
          carrier?: Database["public"]["Enums"]["label_carrier"] | null
          contents?: string | null
          due_at?: string | null
          has_code?: boolean | null
          id?: string | null
          order_id?: number | null
          orders?: number[] | null
          pence?: number | null
          posted_with?: string | null
          problem?: string | null
          purchase?: string | null
          quote?: string | null
          quoted_at?: string | null
          return_id?: number | null
          scan?: Database["public"]["Enums"]["scan_state"] | null
          scanned_at?: string | null
          service?: string | null
          staff_id?: number | null
          state?: Database["public"]["Enums"]["label_state"] | null
          tracked_at?: string | null
          tracker?: string | null
          tracking_number?: string | null
          voided_at?: string | null
          wanted_at?: string | null
        }
        Update: {
          attempts?: number | null
          bought_at?: string | null
          carrier?: Database["public"]["Enums"]["label_carrier"] | null
          contents?: string | null
          due_at?: string | null
          has_code?: boolean | null
          id?: string | null
          order_id?: number | null
          orders?: number[] | null
          pence?: number | null
          posted_with?: string | null
          problem?: string | null
          purchase?: string | null
          quote?: string | null
          quoted_at?: string | null
          return_id?: number | null
          scan?: Database["public"]["Enums"]["scan_state"] | null
          scanned_at?: string | null
          service?: string | null
          staff_id?: number | null
          state?: Database["public"]["Enums"]["label_state"] | null
          tracked_at?: string | null
          tracker?: string | null
          tracking_number?: string | null
          voided_at?: string | null
          wanted_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_return_id_fkey"
            columns: ["return_id"]
            referencedRelation: "returns"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "labels_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      listed_categories: {
        Row: {
          focus: Json | null
          id: number | null
          in_menu: boolean | null
          intro: string | null
          kind: Database["public"]["Enums"]["category_kind"] | null
          name: string | null
          picture: string | null
          position: number | null
          products: number[] | null
          search_description: string | null
          search_title: string | null
          share_picture: string | null
          slug: string | null
          tile: Json | null
        }
        Relationships: []
      }
      listed_products: {
        Row: {
          category_id: number | null
          category_name: string | null
          color_variants: Json | null
          created_at: string | null
          description: string | null
          drawn: boolean | null
          id: number | null
          last_change: string | null
          material: string | null
          name: string | null
          place: number | null
          price_pence: number | null
          sale: Json | null
        }
        Relationships: [
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "categories"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "products_category_id_fkey"
            columns: ["category_id"]
            referencedRelation: "listed_categories"
            referencedColumns: ["id"]
          },
        ]
      }
      matched_entries: {
        Row: {
          amount_pence: number | null
          created_at: string | null
          currency: string | null
          difference: string | null
          expected_pence: number | null
          fee_pence: number | null
          kind: Database["public"]["Enums"]["entry_kind"] | null
          payment_id: number | null
          source: string | null
          stripe_entry_id: string | null
          stripe_payment_intent_id: string | null
          stripe_payout_id: string | null
          type: string | null
        }
        Relationships: [
          {
            foreignKeyName: "stripe_entries_stripe_payout_id_fkey"
            columns: ["stripe_payout_id"]
            referencedRelation: "payout_sums"
            referencedColumns: ["stripe_payout_id"]
          },
          {
            foreignKeyName: "stripe_entries_stripe_payout_id_fkey"
            columns: ["stripe_payout_id"]
            referencedRelation: "payouts_by_hand"
            referencedColumns: ["stripe_payout_id"]
          },
          {
            foreignKeyName: "stripe_entries_stripe_payout_id_fkey"
            columns: ["stripe_payout_id"]
            referencedRelation: "stripe_payouts"
            referencedColumns: ["stripe_payout_id"]
          },
        ]
      }
      money_movements: {
        Row: {
          amount_pence: number | null
          at: string | null
          checkout_id: string | null
          country: string | null
          currency: string | null
          key: string | null
          kind: Database["public"]["Enums"]["movement_kind"] | null
          method: Database["public"]["Enums"]["payment_method"] | null
          payment_id: number | null
          rate_basis_points: number | null
          refund_id: string | null
          tax_pence: number | null
        }
        Relationships: []
      }
      open_invitations: {
        Row: {
          at: string | null
          email: string | null
          id: string | null
          role: Database["public"]["Enums"]["staff_role"] | null
          staff_id: number | null
        }
        Relationships: [
          {
            foreignKeyName: "staff_invitations_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      open_merges: {
        Row: {
          asked_at: string | null
          customer_id: number | null
          id: string | null
          into_user: string | null
          staff_id: number | null
        }
        Insert: {
          asked_at?: string | null
          customer_id?: number | null
          id?: string | null
          into_user?: string | null
          staff_id?: number | null
        }
        Update: {
          asked_at?: string | null
          customer_id?: number | null
          id?: string | null
          into_user?: string | null
          staff_id?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "merges_customer_id_fkey"
            columns: ["customer_id"]
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "merges_staff_id_fkey"
            columns: ["staff_id"]
            referencedRelation: "staff"
            referencedColumns: ["id"]
          },
        ]
      }
      open_surpluses: {
        Row: {
          amount_pence: number | null
          at: string | null
          checkout_id: string | null
          event_id: string | null
          why: string | null
        }
        Insert: {
          amount_pence?: never
          at?: string | null
          checkout_id?: string | null
          event_id?: string | null
          why?: never
        }
        Update: {
          amount_pence?: never
          at?: string | null
          checkout_id?: string | null
          event_id?: string | null
          why?: never
        }
        Relationships: [
          {
            foreignKeyName: "order_events_checkout_id_fkey"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
        ]
      }
      order_decisions: {
        Row: {
          checkout_id: string | null
          due_by: string | null
          facts: Json | null
          id: string | null
          kind: string | null
          since: string | null
        }
        Relationships: []
      }
      order_refund_states: {
        Row: {
          failures: number | null
          id: string | null
          last_failed_at: string | null
          last_failure: string | null
          order_id: number | null
          settled_at: string | null
          state: string | null
        }
        Relationships: [
          {
            foreignKeyName: "order_refunds_event_exists"
            columns: ["id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "order_refunds_event_exists"
            columns: ["id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_refunds_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      order_states: {
        Row: {
          goods_status: Database["public"]["Enums"]["goods_status"] | null
          money_status: Database["public"]["Enums"]["money_status"] | null
          order_id: number | null
          status: Database["public"]["Enums"]["order_status"] | null
          units_to_send: number | null
        }
        Relationships: []
      }
      order_units: {
        Row: {
          cancelled: number | null
          order_id: number | null
          ordered: number | null
          refund_owed: number | null
          refunded: number | null
          return_asked: number | null
          returned: number | null
          sent: number | null
          to_send: number | null
          variant_id: number | null
        }
        Relationships: [
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "color_variants"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colour_fields"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "colours_on_sale"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "order_items_variant_id_fkey"
            columns: ["variant_id"]
            referencedRelation: "stock_levels"
            referencedColumns: ["id"]
          },
        ]
      }
      orders_leaving: {
        Row: {
          adjustment_pence: number | null
          arrives_by: string | null
          arrives_from: string | null
          billing_info_id: number | null
          cancels_at: string | null
          checkout_id: string | null
          country: string | null
          counts_from: string | null
          created_at: string | null
          customer_id: number | null
          discount_pence: number | null
          goods_status: Database["public"]["Enums"]["goods_status"] | null
          id: number | null
          included_basis_points: number | null
          label: Json | null
          leaves_by: string | null
          money_status: Database["public"]["Enums"]["money_status"] | null
          order_amount_pence: number | null
          payment_id: number | null
          sent_apart: boolean | null
          shipping_name: string | null
          shipping_pence: number | null
          status: Database["public"]["Enums"]["order_status"] | null
          subtotal_pence: number | null
          tax_inside_pence: number | null
          tax_pence: number | null
          total_items: number | null
          units_to_send: number | null
          user_id: string | null
          waits_for: Database["public"]["Enums"]["order_wait"] | null
        }
        Insert: {
          adjustment_pence?: number | null
          arrives_by?: string | null
          arrives_from?: string | null
          billing_info_id?: number | null
          cancels_at?: string | null
          checkout_id?: string | null
          country?: string | null
          counts_from?: string | null
          created_at?: string | null
          customer_id?: number | null
          discount_pence?: number | null
          goods_status?: Database["public"]["Enums"]["goods_status"] | null
          id?: number | null
          included_basis_points?: number | null
          label?: Json | null
          leaves_by?: string | null
          money_status?: Database["public"]["Enums"]["money_status"] | null
          order_amount_pence?: number | null
          payment_id?: number | null
          sent_apart?: boolean | null
          shipping_name?: string | null
          shipping_pence?: number | null
          status?: Database["public"]["Enums"]["order_status"] | null
          subtotal_pence?: number | null
          tax_inside_pence?: number | null
          tax_pence?: number | null
          total_items?: number | null
          units_to_send?: number | null
          user_id?: string | null
          waits_for?: Database["public"]["Enums"]["order_wait"] | null
        }
        Update: {
          adjustment_pence?: number | null
          arrives_by?: string | null
          arrives_from?: string | null
          billing_info_id?: number | null
          cancels_at?: string | null
          checkout_id?: string | null
          country?: string | null
          counts_from?: string | null
          created_at?: string | null
          customer_id?: number | null
          discount_pence?: number | null
          goods_status?: Database["public"]["Enums"]["goods_status"] | null
          id?: number | null
          included_basis_points?: number | null
          label?: Json | null
          leaves_by?: string | null
          money_status?: Database["public"]["Enums"]["money_status"] | null
          order_amount_pence?: number | null
          payment_id?: number | null
          sent_apart?: boolean | null
          shipping_name?: string | null
          shipping_pence?: number | null
          status?: Database["public"]["Enums"]["order_status"] | null
          subtotal_pence?: number | null
          tax_inside_pence?: number | null
          tax_pence?: number | null
          total_items?: number | null
          units_to_send?: number | null
          user_id?: string | null
          waits_for?: Database["public"]["Enums"]["order_wait"] | null
        }
        Relationships: [
          {
            foreignKeyName: "orders_billing_info_exists"
            columns: ["billing_info_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_billing_info_of_shopper"
            columns: ["billing_info_id", "user_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "orders_checkout_exists"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_checkout_of_shopper"
            columns: ["checkout_id", "user_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "orders_customer_id_fkey"
            columns: ["customer_id"]
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_payment_exists"
            columns: ["payment_id"]
            referencedRelation: "payment_balances"
            referencedColumns: ["payment_id"]
          },
          {
            foreignKeyName: "orders_payment_exists"
            columns: ["payment_id"]
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_payment_of_shopper"
            columns: ["payment_id", "user_id"]
            referencedRelation: "payments"
            referencedColumns: ["id", "user_id"]
          },
        ]
      }
      orders_sold: {
        Row: {
          adjustment_pence: number | null
          arrives_by: string | null
          arrives_from: string | null
          billing_info_id: number | null
          cancels_at: string | null
          checkout_id: string | null
          country: string | null
          counts_from: string | null
          created_at: string | null
          customer_id: number | null
          discount_pence: number | null
          goods_status: Database["public"]["Enums"]["goods_status"] | null
          id: number | null
          included_basis_points: number | null
          label: Json | null
          leaves_by: string | null
          money_status: Database["public"]["Enums"]["money_status"] | null
          order_amount_pence: number | null
          payment_id: number | null
          sent_apart: boolean | null
          shipping_name: string | null
          shipping_pence: number | null
          status: Database["public"]["Enums"]["order_status"] | null
          subtotal_pence: number | null
          tax_inside_pence: number | null
          tax_pence: number | null
          total_items: number | null
          units_to_send: number | null
          user_id: string | null
          waits_for: Database["public"]["Enums"]["order_wait"] | null
        }
        Insert: {
          adjustment_pence?: number | null
          arrives_by?: string | null
          arrives_from?: string | null
          billing_info_id?: number | null
          cancels_at?: string | null
          checkout_id?: string | null
          country?: string | null
          counts_from?: string | null
          created_at?: string | null
          customer_id?: number | null
          discount_pence?: number | null
          goods_status?: Database["public"]["Enums"]["goods_status"] | null
          id?: number | null
          included_basis_points?: number | null
          label?: Json | null
          leaves_by?: string | null
          money_status?: Database["public"]["Enums"]["money_status"] | null
          order_amount_pence?: number | null
          payment_id?: number | null
          sent_apart?: boolean | null
          shipping_name?: string | null
          shipping_pence?: number | null
          status?: Database["public"]["Enums"]["order_status"] | null
          subtotal_pence?: number | null
          tax_inside_pence?: number | null
          tax_pence?: number | null
          total_items?: number | null
          units_to_send?: number | null
          user_id?: string | null
          waits_for?: Database["public"]["Enums"]["order_wait"] | null
        }
        Update: {
          adjustment_pence?: number | null
          arrives_by?: string | null
          arrives_from?: string | null
          billing_info_id?: number | null
          cancels_at?: string | null
          checkout_id?: string | null
          country?: string | null
          counts_from?: string | null
          created_at?: string | null
          customer_id?: number | null
          discount_pence?: number | null
          goods_status?: Database["public"]["Enums"]["goods_status"] | null
          id?: number | null
          included_basis_points?: number | null
          label?: Json | null
          leaves_by?: string | null
          money_status?: Database["public"]["Enums"]["money_status"] | null
          order_amount_pence?: number | null
          payment_id?: number | null
          sent_apart?: boolean | null
          shipping_name?: string | null
          shipping_pence?: number | null
          status?: Database["public"]["Enums"]["order_status"] | null
          subtotal_pence?: number | null
          tax_inside_pence?: number | null
          tax_pence?: number | null
          total_items?: number | null
          units_to_send?: number | null
          user_id?: string | null
          waits_for?: Database["public"]["Enums"]["order_wait"] | null
        }
        Relationships: [
          {
            foreignKeyName: "orders_billing_info_exists"
            columns: ["billing_info_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_billing_info_of_shopper"
            columns: ["billing_info_id", "user_id"]
            referencedRelation: "billing_infos"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "orders_checkout_exists"
            columns: ["checkout_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_checkout_of_shopper"
            columns: ["checkout_id", "user_id"]
            referencedRelation: "checkouts"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "orders_customer_id_fkey"
            columns: ["customer_id"]
            referencedRelation: "customers"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_payment_exists"
            columns: ["payment_id"]
            referencedRelation: "payment_balances"
            referencedColumns: ["payment_id"]
          },
          {
            foreignKeyName: "orders_payment_exists"
            columns: ["payment_id"]
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "orders_payment_of_shopper"
            columns: ["payment_id", "user_id"]
            referencedRelation: "payments"
            referencedColumns: ["id", "user_id"]
          },
        ]
      }
      orders_waiting: {
        Row: {
          checkout_id: string | null
          due_by: string | null
          facts: Json | null
          id: string | null
          kind: string | null
          since: string | null
        }
        Relationships: []
      }
      parcels_out: {
        Row: {
          carrier: string | null
          confirmed_at: string | null
          delivered_at: string | null
          event_id: string | null
          id: number | null
          joined_to: number | null
          order_id: number | null
          sent_at: string | null
          tracking_number: string | null
          undone_at: string | null
        }
        Insert: {
          carrier?: string | null
          confirmed_at?: string | null
          delivered_at?: string | null
          event_id?: string | null
          id?: number | null
          joined_to?: number | null
          order_id?: number | null
          sent_at?: string | null
          tracking_number?: string | null
          undone_at?: string | null
        }
        Update: {
          carrier?: string | null
          confirmed_at?: string | null
          delivered_at?: string | null
          event_id?: string | null
          id?: number | null
          joined_to?: number | null
          order_id?: number | null
          sent_at?: string | null
          tracking_number?: string | null
          undone_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "parcels_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "open_surpluses"
            referencedColumns: ["event_id"]
          },
          {
            foreignKeyName: "parcels_event_id_fkey"
            columns: ["event_id"]
            referencedRelation: "order_events"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_joined_to_fkey"
            columns: ["joined_to"]
            referencedRelation: "parcels"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_joined_to_fkey"
            columns: ["joined_to"]
            referencedRelation: "parcels_out"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "order_states"
            referencedColumns: ["order_id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_leaving"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "parcels_order_id_fkey"
            columns: ["order_id"]
            referencedRelation: "orders_sold"
            referencedColumns: ["id"]
          },
        ]
      }
      payment_balances: {
        Row: {
          disputed: boolean | null
          gone_pence: number | null
          payment_id: number | null
          refunded_pence: number | null
          returned_pence: number | null
        }
        Relationships: []
      }
      payout_entries: {
        Row: {
          stripe_entry_id: string | null
          stripe_payout_id: string | null
        }
        Relationships: []
      }
      payout_sums: {
        Row: {
          amount_pence: number | null
          arrives_on: string | null
          before_pence: number | null
          created_at: string | null
          currency: string | null
          differences: number | null
          disputes_pence: number | null
          fees_pence: number | null
          is_listed: boolean | null
          is_live: boolean | null
          left_pence: number | null
          other_pence: number | null
          read_at: string | null
          reconciled_at: string | null
          refunds_pence: number | null
          rest_pence: number | null
          sales_pence: number | null
          status: string | null
          stripe_payout_id: string | null
        }
        Relationships: []
      }
      payouts_by_hand: {
        Row: {
          currency: string | null
          fee_pence: number | null
          left_pence: number | null
          since: string | null
          stripe_payout_id: string | null
          until: string | null
        }
        Relationships: []
      }
      price_reductions_by_code: {
        Row: {
          discount_id: number | null
          from_at: string | null
          product_id: number | null
          until_at: string | null
        }
        Relationships: []
      }
      product_attributes: {
        Row: {
          attributes: Json | null
          id: number | null
        }
        Insert: {
          attributes?: never
          id?: number | null
        }
        Update: {
          attributes?: never
          id?: number | null
        }
        Relationships: []
      }
      published_reviews: {
        Row: {
          answer: string | null
          answered_at: string | null
          changed_at: string | null
          fit: Database["public"]["Enums"]["review_fit"] | null
          given: boolean | null
          id: number | null
          name: string | null
          photos: string[] | null
          product_id: number | null
          stars: number | null
          words: string | null
          written_at: string | null
        }
        Insert: {
          answer?: string | null
          answered_at?: string | null
          changed_at?: string | null
          fit?: Database["public"]["Enums"]["review_fit"] | null
          given?: boolean | null
          id?: number | null
          name?: string | null
          photos?: never
          product_id?: number | null
          stars?: number | null
          words?: string | null
          written_at?: string | null
        }
        Update: {
          answer?: string | null
          answered_at?: string | null
          changed_at?: string | null
          fit?: Database["public"]["Enums"]["review_fit"] | null
          given?: boolean | null
          id?: number | null
          name?: string | null
          photos?: never
          product_id?: number | null
          stars?: number | null
          words?: string | null
          written_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      refund_parts_of: {
        Row: {
          deduction_pence: number | null
          goods_pence: number | null
          goodwill_pence: number | null
          refund_id: string | null
          shipping_pence: number | null
          tax_pence: number | null
        }
        Relationships: []
      }
      review_totals: {
        Row: {
          hidden: Json | null
          published: number | null
        }
        Relationships: []
      }
      reviewed_products: {
        Row: {
          count: number | null
          fits: number[] | null
          hundredths: number | null
          id: number | null
          reviews: Json | null
          stars: number[] | null
        }
        Relationships: [
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "product_reviews_product_id_fkey"
            columns: ["id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      running_sales: {
        Row: {
          ends_at: string | null
          price_pence: number | null
          product_id: number | null
          regular_pence: number | null
          starts_at: string | null
          was_is_lawful: boolean | null
        }
        Relationships: [
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "built_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "catalogue_rows"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "listed_products"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "price_reductions_by_code"
            referencedColumns: ["product_id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "product_attributes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sale_prices_product_id_fkey"
            columns: ["product_id"]
            referencedRelation: "products"
            referencedColumns: ["id"]
          },
        ]
      }
      standing_credit_notes: {
        Row: {
          amount_pence: number | null
          debt: string | null
          failed: boolean | null
          number: number | null
          order_refund_id: string | null
          payment_id: number | null
          refund_id: string | null
        }
        Relationships: [
          {
            foreignKeyName: "credit_notes_refund_id_fkey"
            columns: ["refund_id"]
            referencedRelation: "refund_parts_of"
            referencedColumns: ["refund_id"]
          },
          {
            foreignKeyName: "credit_notes_refund_id_fkey"
            columns: ["refund_id"]
            referencedRelation: "refunds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_order_refund_id_fkey"
            columns: ["order_refund_id"]
            referencedRelation: "order_refund_states"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_order_refund_id_fkey"
            columns: ["order_refund_id"]
            referencedRelation: "order_refunds"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payment_balances"
            referencedColumns: ["payment_id"]
          },
          {
            foreignKeyName: "refunds_payment_id_fkey"
            columns: ["payment_id"]
            referencedRelation: "payments"
            referencedColumns: ["id"]
          },
        ]
      }
      stock_alert_counts: {
        Row: {
          archived: boolean | null
          color_name: string | null
          product_name: string | null
          quantity: number | null
          since: string | null
          slug: string | null
          waiting: number | null
        }
        Relationships: []
      }
      stock_levels: {
        Row: {
          color_name: string | null
          gtin: string | null
          id: number | null
          is_low: boolean | null
          low: number | null
          own_low: boolean | null
          product_name: string | null
          quantity: number | null
          sku: string | null
          slug: string | null
          sold: boolean | null
        }
        Relationships: []
      }
      worded_team_events: {
        Row: {
          at: string | null
          id: string | null
          staff_id: number | null
          what: string | null
          words: string | null
        }
        Relationships: []
      }
      zone_taxes: {
        Row: {
          display: Database["public"]["Enums"]["tax_display"] | null
          included_basis_points: number | null
          tax_basis_points: number | null
          zone: Database["public"]["Enums"]["shipping_zone"] | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_invitation: {
        Args: { p_invitation: string; p_user?: string }
        Returns: Database["public"]["Enums"]["staff_role"]
      }
      account_email: { Args: { p_user: string }; Returns: string }
      account_email_state: {
        Args: Record<PropertyKey, never>
        Returns: {
          confirmed: boolean
          email: string
        }[]
      }
      account_of_email: { Args: { p_email: string }; Returns: string }
      account_orders: {
        Args: { p_before?: number; p_limit: number; p_order?: number }
        Returns: Json
      }
      account_username: { Args: Record<PropertyKey, never>; Returns: string }
      accounted_movements: {
        Args: { p_from: string; p_to: string }
        Returns: {
          amount_pence: number
          at: string
          country: string
          counts_on: string
          currency: string
          is_late: boolean
          key: string
          kind: Database["public"]["Enums"]["movement_kind"]
          method: Database["public"]["Enums"]["payment_method"]
          payment_id: number
          rate_basis_points: number
          tax_pence: number
        }[]
      }
      activity_of: {
        Args: {
          p_area: Database["public"]["Enums"]["activity_area"]
          p_at: string
          p_filter: Json
          p_key: string
          p_limit: number
        }
        Returns: Database["public"]["CompositeTypes"]["activity"][]
        SetofOptions: {
          from: "*"
          to: "activity"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      acts_with_exchange: { Args: { p_event: string }; Returns: string[] }
      add_colours: {
        Args: { p_colours: Json; p_partial: number[] }
        Returns: Json
      }
      add_counts: { Args: { p_counts: Json }; Returns: undefined }
      add_customer_event: {
        Args: {
          p_customer: number
          p_event: string
          p_kind: Database["public"]["Enums"]["customer_event_kind"]
          p_staff: number
          p_text?: string
        }
        Returns: boolean
      }
      add_order_event: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_checkout: string
          p_detail?: Json
          p_event: string
          p_kind: Database["public"]["Enums"]["order_event_kind"]
          p_staff: number
        }
        Returns: boolean
      }
      add_return_photo: {
        Args: { p_order: number; p_photo: string; p_return: number }
        Returns: undefined
      }
      add_review_photo: {
        Args: { p_checkout: string; p_photo: string; p_review: number }
        Returns: undefined
      }
      add_staff: {
        Args: {
          p_email: string
          p_role: Database["public"]["Enums"]["staff_role"]
        }
        Returns: string
      }
      add_team_event: {
        Args: {
          p_about: number
          p_event: string
          p_invitation: string
          p_kind: Database["public"]["Enums"]["team_event_kind"]
          p_role: Database["public"]["Enums"]["staff_role"]
          p_staff: number
        }
        Returns: boolean
      }
      address_confirmed: { Args: { p_email: string }; Returns: boolean }
      address_hash: { Args: { p_email: string }; Returns: string }
      address_key: { Args: { p_address: Json }; Returns: string }
      address_proved: { Args: { p_user: string }; Returns: boolean }
      address_until: {
        Args: { p_category?: number; p_product?: number }
        Returns: Json
      }
      applied_migrations: { Args: Record<PropertyKey, never>; Returns: Json }
      apply_changes: {
        Args: { p_changes: Json; p_options?: Json }
        Returns: Json
      }
      apply_release: {
        Args: {
          p_options?: Json
          p_release: Database["public"]["Tables"]["releases"]["Row"]
        }
        Returns: Json
      }
      archive_missing: {
        Args: { p_colours: Json; p_products: Json }
        Returns: Json
      }
      arrived_on: {
        Args: {
          p_longest_transit: number
          p_parcel: Database["public"]["Views"]["parcels_out"]["Row"]
        }
        Returns: string
      }
      ask_login_code: {
        Args: { p_limits: Json }
        Returns: {
          request: string
          wait: number
        }[]
      }
      ask_refund: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_as_credit?: boolean
          p_deduction_pence?: number
          p_deduction_reason?: string
          p_event: string
          p_goodwill_pence: number
          p_items: Json
          p_more_pence?: number
          p_order: number
          p_reason: string
          p_return: number
          p_shipping_pence: number
          p_staff: number
        }
        Returns: number
      }
      ask_return: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_detail?: Json
          p_event: string
          p_items: Json
          p_kind: Database["public"]["Enums"]["return_kind"]
          p_order: number
          p_reason: string
          p_staff?: number
          p_wish?: Json
        }
        Returns: Json
      }
      ask_stock_alert: {
        Args: {
          p_email: string
          p_limits: Json
          p_product: number
          p_variant: number
        }
        Returns: number
      }
      ask_withdrawal_link: {
        Args: { p_email: string; p_event: string; p_order: number }
        Returns: string
      }
      attach_link: {
        Args: { p_checkout: string; p_session: string; p_url: string }
        Returns: boolean
      }
      attach_stripe_session: {
        Args: { p_checkout: string; p_session: string; p_url: string }
        Returns: boolean
      }
      attempt_succeeded: {
        Args: { p_known: string; p_known_seconds: number; p_limits: Json }
        Returns: undefined
      }
      await_payment: {
        Args: {
          p_checkout: string
          p_form?: Json
          p_hold_seconds: number
          p_session: string
        }
        Returns: boolean
      }
      batch_of: { Args: { p_variant: number }; Returns: string }
      beacon_round_at: { Args: { p_at: string }; Returns: number }
      beacon_time: { Args: { p_round: number }; Returns: string }
      begin_label: {
        Args: { p_label: string }
        Returns: {
          carrier: Database["public"]["Enums"]["label_carrier"]
          is_first: boolean
          is_return: boolean
          parcel: Json
          purchase: string
          quote: string
          state: Database["public"]["Enums"]["label_state"]
        }[]
      }
      begin_login: {
        Args: { p_limits: Json; p_username: string }
        Returns: {
          email: string
          wait: number
        }[]
      }
      begin_order_refund: {
        Args: { p_order: number }
        Returns: {
          amount_pence: number
          more: boolean
          refund_id: string
        }[]
      }
      begin_password_reset: {
        Args: { p_session: string; p_user: string }
        Returns: string
      }
      begin_refund: {
        Args: { p_checkout: string }
        Returns: {
          amount_pence: number
          outcome: Database["public"]["Enums"]["checkout_status"]
          refund_id: string
          waits: string
        }[]
      }
      box_stopped_by: { Args: { p_parcel: Json }; Returns: string }
      boxed: { Args: { p_parcels: Json }; Returns: Json }
      business_day_after: {
        Args: { p_count: number; p_day: string }
        Returns: string
      }
      call_off_return: {
        Args: { p_event: string; p_order: number; p_return: number }
        Returns: Json
      }
      caller_session: { Args: Record<PropertyKey, never>; Returns: string }
      caller_user: { Args: Record<PropertyKey, never>; Returns: string }
      cancel_credit_notes: { Args: { p_numbers: number[] }; Returns: undefined }
      cancel_items: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_detail?: Json
          p_event: string
          p_items: Json
          p_order: number
          p_reason: string
          p_restock: boolean
          p_staff: number
        }
        Returns: Json
      }
      cancelled_mail_content: {
        Args: { p_event: string; p_written_at: string }
        Returns: Json
      }
      card_left: { Args: { p_payment: number }; Returns: number }
      cards_refunded: {
        Args: { p_order_refund?: string; p_payment: number }
        Returns: Json
      }
      carry_out_withdrawal: { Args: { p_order: number }; Returns: Json }
      cart_is_left: {
        Args: { p_checkout: Database["public"]["Tables"]["checkouts"]["Row"] }
        Returns: boolean
      }
      cart_subscription: { Args: { p_user: string }; Returns: string }
      categories_until: { Args: Record<PropertyKey, never>; Returns: Json }
      category_listing: {
        Args: { p_category: number; p_first?: number }
        Returns: Json
      }
      category_order: { Args: { p_category: number }; Returns: Json }
      change_settings: {
        Args: { p_change: string; p_now: Json; p_seen: Json }
        Returns: undefined
      }
      changed_by: { Args: { p_at: string }; Returns: string }
      check_invariants: { Args: { p_run: string }; Returns: Json }
      checkout_ends_by: {
        Args: { p: Database["public"]["Tables"]["checkouts"]["Row"] }
        Returns: string
      }
      checkout_summary: { Args: { p_checkout: string }; Returns: Json }
      checkout_timeline: {
        Args: { p_checkout: string; p_for_staff: boolean; p_money: boolean }
        Returns: Json
      }
      checkout_unfinished_since: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      checkout_words: { Args: { p_checkout: string }; Returns: unknown }
      checkouts_found: {
        Args: { p_search: string }
        Returns: {
          checkout_id: string
          exact: boolean
          placed_at: string
        }[]
      }
      chosen_billing: {
        Args: { p_billing_info: number; p_user: string }
        Returns: number
      }
      chosen_carrier: {
        Args: Record<PropertyKey, never>
        Returns: Database["public"]["Enums"]["label_carrier"]
      }
      chosen_option: {
        Args: { p_order: Database["public"]["Tables"]["orders"]["Row"] }
        Returns: {
          amount_pence: number
          checkout_id: string
          credit_pence: number
          express: boolean
          max_business_days: number
          min_business_days: number
          name: string
          position: number
          waived_pence: number
        }
        SetofOptions: {
          from: "orders"
          to: "checkout_shipping_options"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      claim_draw_piece: { Args: { p_entry: string }; Returns: number }
      claim_mailing_batch: { Args: { p_lease_seconds: number }; Returns: Json }
      claim_mails: {
        Args: {
          p_checkout?: string
          p_lease_seconds: number
          p_limit: number
          p_mail?: string
        }
        Returns: Json
      }
      claim_order: {
        Args: { p_checkout: string; p_email: string; p_user?: string }
        Returns: number
      }
      claim_purge: { Args: { p_lease_seconds: number }; Returns: string }
      claim_site_build: {
        Args: {
          p_lease_seconds: number
          p_longest_seconds: number
          p_quiet_seconds: number
          p_spacing_seconds: number
        }
        Returns: string
      }
      claim_stock_alert_batch: {
        Args: { p_lease_seconds: number; p_limit: number }
        Returns: Json
      }
      claimable_order: {
        Args: { p_checkout: string }
        Returns: {
          email: string
          order: number
          state: Database["public"]["Enums"]["claim_state"]
        }[]
      }
      close_account: {
        Args: { p_callers?: string[]; p_user: string }
        Returns: undefined
      }
      close_return: { Args: { p_return: number }; Returns: undefined }
      closed_return: {
        Args: {
          p_event: string
          p_return: Database["public"]["Tables"]["returns"]["Row"]
        }
        Returns: Json
      }
      code_form: { Args: { p_code: string }; Returns: string }
      code_key: { Args: { p_code: string }; Returns: string }
      collection_listing: {
        Args: { p_collection: number; p_first?: number }
        Returns: Json
      }
      colour_of_code: { Args: { p_code: string }; Returns: number }
      colour_title: { Args: { p_variant: number }; Returns: string }
      complain: {
        Args: {
          p_complaint: string
          p_email: string
          p_limits: Json
          p_name: string
          p_words: string
        }
        Returns: {
          due_by: string
          mail: string
        }[]
      }
      complaint_due: { Args: { p_received_at: string }; Returns: string }
      complaint_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      complete_checkout: {
        Args: {
          p_card?: string
          p_charged_pence: number
          p_checkout: string
          p_currency: string
          p_delivery?: Json
          p_disputed?: boolean
          p_doubtful?: boolean
          p_form?: Json
          p_method?: Database["public"]["Enums"]["payment_method"]
          p_paid_at?: string
          p_payment_intent?: string
          p_refunds?: Json
          p_session: string
          p_shipping_pence: number
          p_shipping_position?: number
        }
        Returns: Json
      }
      complete_merge: { Args: { p_merge: string }; Returns: number }
      confirm_draw_entry: { Args: { p_entry: string }; Returns: boolean }
      confirm_email: { Args: { p_mail: string }; Returns: boolean }
      confirm_subscription: {
        Args: { p_subscription: string; p_text: string }
        Returns: {
          confirmed: boolean
          mail: string
        }[]
      }
      correct_box: {
        Args: {
          p_carrier: string
          p_event: string
          p_parcel: number
          p_staff: number
          p_tracking_number: string
        }
        Returns: undefined
      }
      correct_dispatch_mail: { Args: { p_parcel: number }; Returns: undefined }
      correct_parcel: {
        Args: {
          p_carrier: string
          p_event: string
          p_parcel: number
          p_staff: number
          p_tracking_number: string
        }
        Returns: undefined
      }
      counted_destination: {
        Args: {
          p_country: string
          p_items: Json
          p_limits: Json
          p_off_pence?: number
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      counted_discount: {
        Args: { p_code: string; p_items: Json; p_limits: Json; p_user?: string }
        Returns: Json
      }
      counted_gift_card: {
        Args: { p_code: string; p_limits: Json }
        Returns: Json
      }
      counted_products: {
        Args: { p_attributes?: boolean; p_limits: Json; p_products: number[] }
        Returns: Json
      }
      counted_stock: {
        Args: { p_items: Json; p_limits: Json; p_user?: string }
        Returns: Json
      }
      counts_of_today: {
        Args: Record<PropertyKey, never>
        Returns: {
          kind: Database["public"]["Enums"]["count_kind"]
          sum: number
          which: string
        }[]
      }
      credit_balance: { Args: { p_card: string }; Returns: number }
      credit_free: {
        Args: { p_card: string; p_except?: string }
        Returns: number
      }
      credit_notes_of: {
        Args: { p_payment: number; p_standing?: boolean }
        Returns: Json
      }
      credit_of_refund: { Args: { p_order_refund: string }; Returns: number }
      credit_replaced: {
        Args: {
          p_lines: Json
          p_order: Database["public"]["Tables"]["orders"]["Row"]
          p_return?: number
        }
        Returns: Json
      }
      credited_lines: {
        Args: { p_lines: Json; p_order: number }
        Returns: Json
      }
      current_stock: { Args: { p_items: Json; p_user?: string }; Returns: Json }
      current_terms_version: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      customer_email: {
        Args: { p_customer: Database["public"]["Tables"]["customers"]["Row"] }
        Returns: string
      }
      customer_name: {
        Args: { p_customer: Database["public"]["Tables"]["customers"]["Row"] }
        Returns: string
      }
      customer_of: {
        Args: { p_billing_info: number; p_user: string }
        Returns: number
      }
      customer_sums: {
        Args: { p_customer: number }
        Returns: {
          charged_pence: number
          orders: number
          refunded_pence: number
        }[]
      }
      customers_found: { Args: { p_search: string }; Returns: number[] }
      day_starts: { Args: { p_day: string }; Returns: string }
      dead_links: { Args: Record<PropertyKey, never>; Returns: Json }
      dead_links_in: { Args: { p_value: Json }; Returns: string[] }
      dead_mailing_links: { Args: { p_content: Json }; Returns: string[] }
      debt_of: {
        Args: { p_refund: Database["public"]["Tables"]["refunds"]["Row"] }
        Returns: string
      }
      decoy_user: { Args: Record<PropertyKey, never>; Returns: string }
      default_low_stock: { Args: Record<PropertyKey, never>; Returns: number }
      deliver_parcel: {
        Args: {
          p_at: string
          p_event: string
          p_parcel: Database["public"]["Tables"]["parcels"]["Row"]
          p_staff: number
        }
        Returns: undefined
      }
      deliver_rest: {
        Args: {
          p_at: string
          p_event: string
          p_parcel: number
          p_staff: number
        }
        Returns: undefined
      }
      delivery_shared: { Args: { p_order: number }; Returns: boolean }
      delivery_unused: {
        Args: { p_items?: Json; p_order: number }
        Returns: boolean
      }
      destination: {
        Args: {
          p_country: string
          p_items: Json
          p_off_pence?: number
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      discard_release: {
        Args: { p_release: string; p_staff: number }
        Returns: Json
      }
      discount_covers: {
        Args: { p_discount: number; p_product: number }
        Returns: boolean
      }
      discount_is_free: {
        Args: {
          p_code: string
          p_email: string
          p_except?: string
          p_user: string
        }
        Returns: string
      }
      discount_of_units: {
        Args: { p_items: Json; p_order: number }
        Returns: {
          discount_pence: number
          quantity: number
          variant_id: number
        }[]
      }
      discount_pence: {
        Args: {
          p_covered_pence: number
          p_discount: Database["public"]["Tables"]["discounts"]["Row"]
          p_subtotal_pence: number
        }
        Returns: number
      }
      discounted_pieces: {
        Args: { p_discount_pence: number; p_lines: Json }
        Returns: Json
      }
      dispatch_parcel: {
        Args: { p_check?: boolean; p_parcel: Json; p_staff: number }
        Returns: Json
      }
      dispatch_stopped_by: { Args: { p_order: number }; Returns: string }
      domestic_promises: { Args: { p_at?: string }; Returns: Json }
      draft_by_command: {
        Args: {
          p_changes: Json
          p_options: Json
          p_release: string
          p_source: string
          p_title: string
        }
        Returns: Json
      }
      draw_address: { Args: { p_delivery: Json }; Returns: string }
      draw_entry: { Args: { p_entry: string }; Returns: Json }
      draw_facts: {
        Args: { p_draw?: string; p_product?: number }
        Returns: Json
      }
      draw_leaf: {
        Args: { p_draw: string; p_receipt: string; p_variant: number }
        Returns: string
      }
      draw_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      draw_place_is_held: {
        Args: { p_place: Database["public"]["Tables"]["draw_places"]["Row"] }
        Returns: boolean
      }
      draw_rank: {
        Args: { p_leaf: string; p_root: string; p_seed: string }
        Returns: string
      }
      draw_receipt: {
        Args: { p_entry: string; p_person: string; p_salt: string }
        Returns: string
      }
      draw_record: { Args: { p_draw: string }; Returns: Json }
      draw_root: { Args: { p_draw: string }; Returns: string }
      draw_stuck_since: { Args: Record<PropertyKey, never>; Returns: string }
      draws_have_work: { Args: Record<PropertyKey, never>; Returns: boolean }
      draws_to_draw: {
        Args: Record<PropertyKey, never>
        Returns: {
          entries: number
          id: string
          seed_round: number
        }[]
      }
      drop_categories: { Args: { p_slugs: Json }; Returns: Json }
      drop_due_mail: {
        Args: {
          p_kind: Database["public"]["Enums"]["mail_kind"]
          p_subject: string
        }
        Returns: undefined
      }
      drop_refused_review_mails: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      drop_stale_cart_mails: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      drop_stale_stock_alerts: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      drop_stale_welcome_mails: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      due_labels: { Args: { p_limit: number }; Returns: string[] }
      duties_now: { Args: Record<PropertyKey, never>; Returns: Json }
      duties_on: {
        Args: {
          p_country: string
          p_lines: Json
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      edit_order: {
        Args: {
          p_event: string
          p_order: number
          p_refund_pence?: number
          p_removed: Json
          p_session_seconds: number
          p_staff: number
          p_swaps: Json
        }
        Returns: Json
      }
      employ: {
        Args: {
          p_name: string
          p_role: Database["public"]["Enums"]["staff_role"]
          p_user: string
        }
        Returns: number
      }
      end_exchange: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_event: string
          p_return: number
          p_staff: number
        }
        Returns: undefined
      }
      end_gift_cards: {
        Args: { p_limit: number }
        Returns: {
          expired: number
          warned: number
        }[]
      }
      end_job_run: {
        Args: {
          p_counts?: Json
          p_outcome: Database["public"]["Enums"]["job_outcome"]
          p_run: string
        }
        Returns: undefined
      }
      end_link_wait: {
        Args: { p_checkout: string; p_paid: boolean }
        Returns: undefined
      }
      end_logins: { Args: { p_user: string }; Returns: undefined }
      end_mailing_if_done: { Args: { p_mailing: string }; Returns: undefined }
      end_review_mails: { Args: { p_checkout: string }; Returns: undefined }
      end_stock_alerts: { Args: { p_alert: string }; Returns: undefined }
      enter_draw: {
        Args: {
          p_draw: string
          p_email: string
          p_limits: Json
          p_mail_limits: Json
          p_user?: string
          p_variant: number
        }
        Returns: {
          confirmed: boolean
          entry: string
          mail: string
          wait: number
        }[]
      }
      event_mail: {
        Args: { p_event: Database["public"]["Enums"]["order_event_kind"] }
        Returns: Database["public"]["Enums"]["mail_kind"]
      }
      event_words: {
        Args: { p_event: Database["public"]["Tables"]["order_events"]["Row"] }
        Returns: string
      }
      exchange_lines: { Args: { p_items: Json }; Returns: Json }
      exchange_offers: {
        Args: {
          p_from: number
          p_order: number
          p_quantity: number
          p_words: string
        }
        Returns: Json
      }
      exchange_pairs: {
        Args: { p_order: number }
        Returns: {
          from_variant_id: number
          given_back: number
          order_id: number
          quantity: number
          return_id: number
          settled: boolean
          settled_pence: number
          surplus_pence: number
          to_variant_id: number
        }[]
      }
      exchange_replaced: {
        Args: { p_checkout: string; p_new: number }
        Returns: undefined
      }
      exchange_terms: {
        Args: { p_items: Json; p_order: number }
        Returns: {
          back_pence: number
          lines: Json
          link_pence: number
        }[]
      }
      exchanged_units: {
        Args: { p_order: number; p_return?: number }
        Returns: {
          quantity: number
          variant_id: number
        }[]
      }
      expected_arrival: { Args: { p_parcel: number }; Returns: Json }
      expired_before: { Args: { p_data: string }; Returns: string }
      export_account: {
        Args: { p_callers?: string[]; p_user: string }
        Returns: Json
      }
      export_catalogue: {
        Args: { p_limit: number; p_offset: number }
        Returns: Json
      }
      export_person: {
        Args: {
          p_callers?: string[]
          p_customer: number
          p_email: string
          p_user: string
        }
        Returns: Json
      }
      exported_orders: { Args: { p_checkouts: string[] }; Returns: Json }
      exported_payments: { Args: { p_checkouts: string[] }; Returns: Json }
      fact_names: { Args: Record<PropertyKey, never>; Returns: string[] }
      facts_in: { Args: { p_item: Json }; Returns: Json }
      fail_refund: {
        Args: { p_reason: string; p_refund: string }
        Returns: boolean
      }
      feed_until: { Args: Record<PropertyKey, never>; Returns: Json }
      figure_counts: { Args: { p_from: string; p_to: string }; Returns: Json }
      figure_days: {
        Args: {
          p_day: string
          p_period: Database["public"]["Enums"]["figure_period"]
        }
        Returns: Record<string, unknown>
      }
      figure_money: { Args: { p_from: string; p_to: string }; Returns: Json }
      figure_sellers: {
        Args: { p_from: string; p_to: string }
        Returns: {
          goods_pence: number
          in_stock: number
          name: string
          on_sale_throughout: boolean
          pieces: number
          product_id: number
          slug: string
        }[]
      }
      figure_texts: {
        Args: {
          p_added?: Database["public"]["Enums"]["count_kind"]
          p_from: string
          p_kind: Database["public"]["Enums"]["count_kind"]
          p_to: string
        }
        Returns: Json
      }
      figure_visits: { Args: { p_from: string; p_to: string }; Returns: Json }
      filed_until: { Args: Record<PropertyKey, never>; Returns: string }
      find_discount: {
        Args: {
          p_code: string
          p_email?: string
          p_except?: string
          p_lines: Json
          p_user: string
        }
        Returns: Json
      }
      find_purchase: {
        Args: {
          p_billing_info?: number
          p_payment?: number
          p_session?: string
          p_shopper?: string
        }
        Returns: {
          billing_info_id: number
          discount_pence: number
          lines: Json
          order: Json
          payment_id: number
          reference: string
          stripe_session_id: string
          subtotal_pence: number
          tax_pence: number
        }[]
      }
      first_of_refund: {
        Args: {
          p_pence: number
          p_whole: Database["public"]["Tables"]["order_refunds"]["Row"]
        }
        Returns: Database["public"]["CompositeTypes"]["refund_parts"]
        SetofOptions: {
          from: "*"
          to: "refund_parts"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      first_orders: {
        Args: { p_order: number }
        Returns: {
          order_id: number
        }[]
      }
      foresee_cancel: { Args: { p_order: number }; Returns: number }
      forget_address: { Args: { p_email: string }; Returns: undefined }
      forget_draw_entries: {
        Args: { p_email: string; p_user: string }
        Returns: undefined
      }
      forget_gift_cards: { Args: { p_email: string }; Returns: undefined }
      forget_reviews: { Args: { p_checkouts: string[] }; Returns: undefined }
      forget_words: { Args: { p_checkouts: string[] }; Returns: undefined }
      free_units: {
        Args: {
          p_except_checkout?: string
          p_except_user?: string
          p_variants: number[]
        }
        Returns: {
          free: number
          held: number
          variant_id: number
        }[]
      }
      frozen_lines: { Args: { p_checkout: string }; Returns: Json }
      gift_card_hash: { Args: { p_code: string }; Returns: string }
      gift_card_life: { Args: Record<PropertyKey, never>; Returns: string }
      gift_card_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      gift_card_of: { Args: { p_payment: number }; Returns: Json }
      gift_card_page: { Args: { p_card: string }; Returns: Json }
      gift_card_refused: {
        Args: {
          p_card: Database["public"]["Tables"]["gift_cards"]["Row"]
          p_except?: string
        }
        Returns: string
      }
      give_back_attempt: { Args: { p_limits: Json }; Returns: undefined }
      give_back_unsold: { Args: { p_order: number }; Returns: undefined }
      give_up_mailing_batch: {
        Args: { p_batch: string; p_error: string }
        Returns: undefined
      }
      give_up_refund: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_because: Database["public"]["Enums"]["give_up_reason"]
          p_event: string
          p_order_refund: string
          p_staff: number
        }
        Returns: undefined
      }
      has_ordered: { Args: { p_user: string }; Returns: boolean }
      has_shares: { Args: { p_material: string }; Returns: boolean }
      has_unseen: { Args: { p_text: string }; Returns: boolean }
      has_words: {
        Args: { p_search: string; p_text: string }
        Returns: boolean
      }
      health: {
        Args: Record<PropertyKey, never>
        Returns: {
          about: string
          reason: Database["public"]["Enums"]["health_reason"]
          since: string
        }[]
      }
      hidden_review_content: { Args: { p_subject: string }; Returns: Json }
      hold_credit: {
        Args: { p_card: string; p_checkout: string }
        Returns: undefined
      }
      hold_lines: {
        Args: { p_checkout: string; p_lines: Json; p_seconds: number }
        Returns: undefined
      }
      import_catalogue: {
        Args: { p_catalogue: Json; p_options?: Json }
        Returns: Json
      }
      import_categories: {
        Args: { p_categories: Json; p_overwrite: boolean }
        Returns: Json
      }
      import_colours: {
        Args: { p_colours: Json; p_overwrite: boolean; p_restore: boolean }
        Returns: Json
      }
      import_content: {
        Args: { p_content: Json; p_options?: Json }
        Returns: Json
      }
      import_menu: { Args: { p_menu: Json; p_options?: Json }; Returns: Json }
      import_pages: { Args: { p_options?: Json; p_pages: Json }; Returns: Json }
      import_pictures: { Args: { p_merged: Json }; Returns: Json }
      import_product_order: {
        Args: { p_options?: Json; p_order: Json }
        Returns: Json
      }
      import_products: {
        Args: { p_overwrite: boolean; p_products: Json; p_restore: boolean }
        Returns: Json
      }
      import_redirects: {
        Args: { p_options?: Json; p_redirects: Json }
        Returns: Json
      }
      import_renames: { Args: { p_renames: Json }; Returns: Json }
      import_report: { Args: { p_added: Json; p_merged: Json }; Returns: Json }
      import_sales: { Args: { p_sales: Json }; Returns: undefined }
      in_order: { Args: { p_jumps: Json }; Returns: Json }
      invitation_offer: {
        Args: { p_invitation: string }
        Returns: {
          email: string
          has_account: boolean
          role: Database["public"]["Enums"]["staff_role"]
        }[]
      }
      is_collection_rule: { Args: { p_rule: Json }; Returns: boolean }
      is_declined: { Args: { p_checkout: string }; Returns: boolean }
      is_drawn_twice: {
        Args: { p_card: string; p_checkout: string; p_delivery: Json }
        Returns: boolean
      }
      is_gtin: { Args: { p_code: string }; Returns: boolean }
      is_guest: { Args: { p_user: string }; Returns: boolean }
      is_handed_over: { Args: { p_order: number }; Returns: boolean }
      is_last_manager: { Args: { p_user: string }; Returns: boolean }
      is_login_name: { Args: { p_name: string }; Returns: boolean }
      is_picture_path: { Args: { p_path: string }; Returns: boolean }
      is_plain_line: {
        Args: { p_longest: number; p_text: string }
        Returns: boolean
      }
      is_redirect_path: { Args: { p_path: string }; Returns: boolean }
      is_reserved_slug: { Args: { p_slug: string }; Returns: boolean }
      is_same_sale: {
        Args: {
          p_checkout: string
          p_country: string
          p_discount_pence?: number
          p_lines: Json
          p_person: Json
        }
        Returns: boolean
      }
      is_sane_time: { Args: { p_at: string }; Returns: boolean }
      is_shop_page: { Args: { p_path: string }; Returns: boolean }
      is_shop_route: { Args: { p_segment: string }; Returns: boolean }
      is_suppressed: {
        Args: {
          p_email: string
          p_reason: Database["public"]["Enums"]["suppression_reason"]
        }
        Returns: boolean
      }
      issue_gift_card: {
        Args: {
          p_card: Database["public"]["Tables"]["gift_cards"]["Row"]
          p_pence: number
          p_refund?: string
        }
        Returns: undefined
      }
      job_has_work: {
        Args: { p_job: Database["public"]["Enums"]["job"] }
        Returns: boolean
      }
      job_in_trouble_since: {
        Args: { p: Database["public"]["Tables"]["jobs"]["Row"] }
        Returns: string
      }
      keep_filed_files: {
        Args: { p_files: Json; p_quarter: string }
        Returns: Json
      }
      keep_holds: {
        Args: { p_checkout: string; p_until: string }
        Returns: undefined
      }
      keep_order: { Args: { p_event: string; p_order: number }; Returns: Json }
      keep_promise: {
        Args: { p_acts: string[]; p_promised_pence: number }
        Returns: undefined
      }
      key_of_hash: { Args: { p_hash: string }; Returns: string }
      kind_of_entry: {
        Args: { p_source: string; p_type: string }
        Returns: Database["public"]["Enums"]["entry_kind"]
      }
      label_facts: {
        Args: {
          p_label: Database["public"]["Tables"]["labels"]["Row"]
          p_money: boolean
        }
        Returns: Json
      }
      label_parcels: {
        Args: { p_label: Database["public"]["Tables"]["labels"]["Row"] }
        Returns: {
          carrier: string
          confirmed_at: string | null
          delivered_at: string | null
          event_id: string
          id: number
          joined_to: number | null
          order_id: number
          sent_at: string
          tracking_number: string | null
          undone_at: string | null
        }
        SetofOptions: {
          from: "labels"
          to: "parcels"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      label_stuck_since: { Args: Record<PropertyKey, never>; Returns: string }
      label_used: {
        Args: { p_label: Database["public"]["Tables"]["labels"]["Row"] }
        Returns: boolean
      }
      labels_cost: { Args: { p_end: string; p_from: string }; Returns: number }
      labels_to_print: {
        Args: { p_orders: number[] }
        Returns: {
          contents: string
          email: string
          express: boolean
          format: string
          grams: number
          label: Json
          lines: Json
          orders: number[]
          phone: string
          placed_on: string
          service: string
          service_pence: number
        }[]
      }
      labels_to_track: {
        Args: { p_limit: number; p_number?: string }
        Returns: {
          carrier: Database["public"]["Enums"]["label_carrier"]
          id: string
          tracker: string
          tracking_number: string
        }[]
      }
      lacking_products: {
        Args: Record<PropertyKey, never>
        Returns: {
          facts: Json
          product_id: number
          slug: string
        }[]
      }
      last_login_of: { Args: { p_user: string }; Returns: string }
      last_unnoted_moment: { Args: Record<PropertyKey, never>; Returns: string }
      late_movements: {
        Args: { p_payments: number[] }
        Returns: {
          amount_pence: number
          at: string
          country: string
          currency: string
          key: string
          kind: Database["public"]["Enums"]["movement_kind"]
          method: Database["public"]["Enums"]["payment_method"]
          payment_id: number
          rate_basis_points: number
          tax_pence: number
        }[]
      }
      latin_digits: { Args: { p_text: string }; Returns: string }
      leave_customer: {
        Args: { p_from: number; p_to: number }
        Returns: undefined
      }
      leave_draw: { Args: { p_entry: string }; Returns: boolean }
      leaving_parcels: {
        Args: { p_orders?: number[] }
        Returns: {
          address: string
          checkout_id: string
          leaves_by: string
          order_id: number
          parcel: string
        }[]
      }
      left_cart_lines: { Args: { p_checkout: string }; Returns: Json }
      left_cart_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      left_carts: {
        Args: Record<PropertyKey, never>
        Returns: {
          billing_info_id: number | null
          by_link: boolean
          closed_at: string | null
          country: string
          created_at: string
          currency: string
          delivery: Json | null
          discount_pence: number
          duties: Json | null
          id: string
          included_basis_points: number
          network_hash: string | null
          order_seen_at: string | null
          session_expires_at: string
          status: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id: string | null
          stripe_session_url: string | null
          subtotal_pence: number
          swept_at: string | null
          tax_basis_points: number
          tax_display: Database["public"]["Enums"]["tax_display"]
          tax_pence: number
          terms_version: number
          user_id: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "checkouts"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      like_order: {
        Args: { p_order: Database["public"]["Tables"]["orders"]["Row"] }
        Returns: {
          billing_info_id: number | null
          by_link: boolean
          closed_at: string | null
          country: string
          created_at: string
          currency: string
          delivery: Json | null
          discount_pence: number
          duties: Json | null
          id: string
          included_basis_points: number
          network_hash: string | null
          order_seen_at: string | null
          session_expires_at: string
          status: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id: string | null
          stripe_session_url: string | null
          subtotal_pence: number
          swept_at: string | null
          tax_basis_points: number
          tax_display: Database["public"]["Enums"]["tax_display"]
          tax_pence: number
          terms_version: number
          user_id: string | null
        }
        SetofOptions: {
          from: "orders"
          to: "checkouts"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lines_short_of_stock: { Args: { p_checkout: string }; Returns: Json }
      link_of_return: { Args: { p_return: number }; Returns: string }
      link_session: { Args: { p_checkout: string }; Returns: string }
      link_shopper: {
        Args: { p_checkout: string }
        Returns: {
          billing_info_id: number | null
          by_link: boolean
          closed_at: string | null
          country: string
          created_at: string
          currency: string
          delivery: Json | null
          discount_pence: number
          duties: Json | null
          id: string
          included_basis_points: number
          network_hash: string | null
          order_seen_at: string | null
          session_expires_at: string
          status: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id: string | null
          stripe_session_url: string | null
          subtotal_pence: number
          swept_at: string | null
          tax_basis_points: number
          tax_display: Database["public"]["Enums"]["tax_display"]
          tax_pence: number
          terms_version: number
          user_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "checkouts"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      link_to_end: { Args: { p_checkout: string }; Returns: string }
      linked_order: { Args: { p_checkout: string }; Returns: number }
      list_releases: {
        Args: {
          p_after?: number
          p_search?: string
          p_state?: Database["public"]["Enums"]["release_state"]
        }
        Returns: Json
      }
      listed_movements: {
        Args: { p_from: string; p_to: string }
        Returns: Json
      }
      listing_until: {
        Args: { p_category?: number; p_first?: number }
        Returns: Json
      }
      lock_colours: { Args: { p_variants: number[] }; Returns: undefined }
      lock_customer: {
        Args: { p_customer: number }
        Returns: {
          email: string | null
          id: number
          last_order_at: string
          user_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "customers"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lock_discount: {
        Args: { p_code: string; p_email?: string }
        Returns: undefined
      }
      lock_gift_card: {
        Args: { p_code: string }
        Returns: {
          checkout_id: string | null
          code_end: string
          code_hash: string
          created_at: string
          email: string
          expires_at: string
          id: string
          origin: Database["public"]["Enums"]["gift_card_origin"]
          reason: string | null
          staff_id: number | null
          unsent_code: string | null
        }
        SetofOptions: {
          from: "*"
          to: "gift_cards"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lock_link: { Args: { p_checkout: string }; Returns: boolean }
      lock_order: {
        Args: { p_order: number }
        Returns: {
          adjustment_pence: number
          arrives_by: string
          arrives_from: string
          billing_info_id: number
          cancels_at: string | null
          checkout_id: string
          country: string
          counts_from: string
          created_at: string
          customer_id: number | null
          discount_pence: number
          goods_status: Database["public"]["Enums"]["goods_status"]
          id: number
          included_basis_points: number
          label: Json | null
          leaves_by: string
          money_status: Database["public"]["Enums"]["money_status"]
          order_amount_pence: number
          payment_id: number
          sent_apart: boolean
          shipping_name: string
          shipping_pence: number
          status: Database["public"]["Enums"]["order_status"]
          subtotal_pence: number
          tax_inside_pence: number
          tax_pence: number
          total_items: number
          units_to_send: number
          user_id: string | null
          waits_for: Database["public"]["Enums"]["order_wait"] | null
        }
        SetofOptions: {
          from: "*"
          to: "orders"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lock_order_to_review: {
        Args: { p_checkout: string; p_product: number }
        Returns: number
      }
      lock_orders: { Args: { p_orders: number[] }; Returns: undefined }
      lock_parcel: {
        Args: { p_parcel: number }
        Returns: {
          carrier: string
          confirmed_at: string | null
          delivered_at: string | null
          event_id: string
          id: number
          joined_to: number | null
          order_id: number
          sent_at: string
          tracking_number: string | null
          undone_at: string | null
        }
        SetofOptions: {
          from: "*"
          to: "parcels"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lock_payment: {
        Args: { p_checkout: string }
        Returns: {
          billing_info_id: number | null
          by_link: boolean
          closed_at: string | null
          country: string
          created_at: string
          currency: string
          delivery: Json | null
          discount_pence: number
          duties: Json | null
          id: string
          included_basis_points: number
          network_hash: string | null
          order_seen_at: string | null
          session_expires_at: string
          status: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id: string | null
          stripe_session_url: string | null
          subtotal_pence: number
          swept_at: string | null
          tax_basis_points: number
          tax_display: Database["public"]["Enums"]["tax_display"]
          tax_pence: number
          terms_version: number
          user_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "checkouts"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lock_pieces: { Args: { p_lines: Json }; Returns: undefined }
      lock_return: {
        Args: { p_return: number }
        Returns: {
          asked_at: string
          closed_at: string | null
          code: string
          event_id: string
          id: number
          kind: Database["public"]["Enums"]["return_kind"]
          order_id: number
          reason: string | null
          received_at: string | null
          state: Database["public"]["Enums"]["return_state"]
          wish: Json | null
        }
        SetofOptions: {
          from: "*"
          to: "returns"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lock_review: {
        Args: { p_review: number; p_seen: number }
        Returns: {
          answer: string | null
          answered_at: string | null
          answered_by: number | null
          changed_at: string | null
          fit: Database["public"]["Enums"]["review_fit"] | null
          given: boolean
          id: number
          name: string
          order_id: number
          product_id: number
          revision: number
          stars: number | null
          words: string | null
          written_at: string
        }
        SetofOptions: {
          from: "*"
          to: "product_reviews"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lock_team: { Args: Record<PropertyKey, never>; Returns: undefined }
      locked_release: {
        Args: { p_release: string }
        Returns: {
          ahead: Json | null
          build_asked_at: string | null
          build_started_at: string | null
          changes: NonNullable<Json>
          failure: Json | null
          fingerprint: string | null
          id: string
          number: number
          options: NonNullable<Json>
          published_at: string | null
          report: Json | null
          scheduled_for: string | null
          source: string
          state: Database["public"]["Enums"]["release_state"]
          subjects: string[]
          title: string
          transaction_id: unknown
          undoes: string | null
          version: number
          words: string
        }
        SetofOptions: {
          from: "*"
          to: "releases"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      log_act: {
        Args: {
          p_about: string
          p_area: Database["public"]["Enums"]["activity_area"]
          p_id?: string
          p_staff: number
          p_what: Database["public"]["Enums"]["logged_act"]
          p_words?: string
        }
        Returns: undefined
      }
      log_mailing: {
        Args: {
          p_content: Json
          p_mailing: string
          p_staff: number
          p_what: Database["public"]["Enums"]["logged_act"]
        }
        Returns: undefined
      }
      login_code_life: { Args: Record<PropertyKey, never>; Returns: string }
      login_email: { Args: { p_username: string }; Returns: string }
      login_is_fresh: { Args: Record<PropertyKey, never>; Returns: boolean }
      login_restored: {
        Args: { p_known: string; p_known_seconds: number; p_limits: Json }
        Returns: undefined
      }
      made_sku: {
        Args: { p_colour: string; p_id: number; p_slug: string }
        Returns: string
      }
      mail_about: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: string
      }
      mail_attempts_allowed: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      mail_content: { Args: { p_mail: string }; Returns: Json }
      mail_delay: {
        Args: { p_kind: Database["public"]["Enums"]["mail_kind"] }
        Returns: string
      }
      mail_goes_to_staff: {
        Args: { p_kind: Database["public"]["Enums"]["mail_kind"] }
        Returns: boolean
      }
      mail_late_since: { Args: Record<PropertyKey, never>; Returns: string }
      mail_may_repeat: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: boolean
      }
      mail_person: { Args: { p_email: string }; Returns: string }
      mail_trouble: {
        Args: { p_email: string }
        Returns: Database["public"]["Enums"]["suppression_reason"]
      }
      mailing_audience: { Args: { p_content?: Json }; Returns: number }
      mailing_facts: {
        Args: { p_mailing: Database["public"]["Tables"]["mailings"]["Row"] }
        Returns: Json
      }
      mailing_is_due: {
        Args: { p_mailing: Database["public"]["Tables"]["mailings"]["Row"] }
        Returns: boolean
      }
      mailing_opens_at: { Args: { p_content: Json }; Returns: string }
      mailing_people: {
        Args: { p_content: Json }
        Returns: {
          asked_at: string
          asked_from: Database["public"]["Enums"]["news_place"]
          confirmed_at: string | null
          confirmed_text: string | null
          email: string
          id: string
        }[]
        SetofOptions: {
          from: "*"
          to: "subscriptions"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      mailing_products: {
        Args: { p_content: Json; p_hidden_too?: boolean }
        Returns: Json
      }
      mailing_to_preview: {
        Args: { p_mailing: string; p_user: string }
        Returns: Json
      }
      mailing_waits: { Args: { p_content: Json }; Returns: boolean }
      main_picture: { Args: { p_variant: number }; Returns: string }
      make_codes: {
        Args: { p_batch: string; p_count: number; p_discount: number }
        Returns: undefined
      }
      make_exchange: {
        Args: {
          p_at_once: boolean
          p_cost_pence?: number
          p_event: string
          p_items: Json
          p_kind: Database["public"]["Enums"]["return_kind"]
          p_order: number
          p_reason: string
          p_return: number
          p_session_seconds: number
          p_staff: number
        }
        Returns: Json
      }
      make_replacement: {
        Args: {
          p_event: string
          p_items: Json
          p_order: number
          p_reason: string
          p_staff: number
        }
        Returns: Json
      }
      mark_order_seen: { Args: { p_session: string }; Returns: undefined }
      mark_stripe_events_seen: { Args: { p_until: number }; Returns: undefined }
      may_buy_drawn: {
        Args: { p_user: string; p_variant: number }
        Returns: number
      }
      may_mail_account: {
        Args: { p_email: string; p_limits: Json }
        Returns: boolean
      }
      menu_order: { Args: Record<PropertyKey, never>; Returns: Json }
      merge_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      merge_offer: {
        Args: { p_merge: string }
        Returns: {
          email: string
          into_email: string
          orders: number[]
        }[]
      }
      merged_changes: {
        Args: {
          p_given: Json
          p_overwrite: boolean
          p_seen: Json
          p_shop: Json
        }
        Returns: Json
      }
      merged_colours: {
        Args: {
          p_colours: Json
          p_overwrite: boolean
          p_partial: number[]
          p_restore: boolean
        }
        Returns: Json
      }
      merged_fields: {
        Args: { p_merged: Json }
        Returns: {
          codes: Json
          id: number
          now: Json
        }[]
      }
      message_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      money_stands: {
        Args: { p_lines: Json; p_order: number }
        Returns: boolean
      }
      move_orders: {
        Args: { p_account: string; p_checkouts: string[] }
        Returns: undefined
      }
      moved_since_filing: {
        Args: Record<PropertyKey, never>
        Returns: number[]
      }
      movements_between: {
        Args: { p_from: string; p_to: string }
        Returns: {
          amount_pence: number | null
          at: string | null
          checkout_id: string | null
          country: string | null
          currency: string | null
          key: string | null
          kind: Database["public"]["Enums"]["movement_kind"] | null
          method: Database["public"]["Enums"]["payment_method"] | null
          payment_id: number | null
          rate_basis_points: number | null
          refund_id: string | null
          tax_pence: number | null
        }[]
        SetofOptions: {
          from: "*"
          to: "money_movements"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      movements_for_accounts: {
        Args: {
          p_from: string
          p_kind?: Database["public"]["Enums"]["movement_file"]
          p_to: string
        }
        Returns: Json
      }
      movements_not_at_stripe: {
        Args: Record<PropertyKey, never>
        Returns: {
          amount_pence: number
          at: string
          kind: Database["public"]["Enums"]["movement_kind"]
          payment_id: number
          stripe: string
        }[]
      }
      moving_stock: {
        Args: {
          p_event?: string
          p_note?: string
          p_order?: number
          p_staff?: number
          p_why: Database["public"]["Enums"]["stock_reason"]
        }
        Returns: undefined
      }
      name_key: { Args: { p_name: string }; Returns: string }
      named_units: { Args: { p_order: number; p_units: Json }; Returns: Json }
      new_return_code: { Args: Record<PropertyKey, never>; Returns: string }
      next_credit_note: { Args: Record<PropertyKey, never>; Returns: number }
      next_opening: { Args: Record<PropertyKey, never>; Returns: string }
      next_refund_attempt: { Args: { p_order_refund: string }; Returns: string }
      note_catalogue_moments: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      note_discount_change: {
        Args: {
          p_change: string
          p_discount: number
          p_ends_at?: string
          p_staff: number
          p_what: Database["public"]["Enums"]["discount_change"]
        }
        Returns: boolean
      }
      note_failed_page: { Args: { p_refused?: string }; Returns: undefined }
      note_release: {
        Args: {
          p_release: string
          p_staff: number
          p_what: Database["public"]["Enums"]["release_event"]
        }
        Returns: undefined
      }
      note_site_build: { Args: Record<PropertyKey, never>; Returns: string }
      note_surplus: {
        Args: {
          p_amount: number
          p_checkout: string
          p_order_refund: string
          p_why: string
        }
        Returns: undefined
      }
      offer_delivery: {
        Args: {
          p_checkout: string
          p_free: boolean
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: undefined
      }
      offer_drawn_pieces: { Args: { p_draw: string }; Returns: number }
      open_checkout: {
        Args: {
          p_billing_info?: number
          p_code?: string
          p_country: string
          p_expected_total_pence: number
          p_express?: boolean
          p_hold_seconds: number
          p_lines: Json
          p_network?: string
          p_replaces?: string
          p_session_seconds: number
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      open_draw: {
        Args: { p_draw: string; p_variant?: number }
        Returns: {
          closes_at: string
          drawn_at: string | null
          ended_at: string | null
          entries: number | null
          id: string
          opens_at: string
          planned_at: string
          product_id: number
          root: string | null
          sealed_at: string | null
          seed_round: number
          seed_signature: string | null
          staff_id: number
        }
        SetofOptions: {
          from: "*"
          to: "draws"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      open_link: {
        Args: {
          p_at_once?: boolean
          p_country?: string
          p_discount_pence?: number
          p_event: string
          p_handed_over?: boolean
          p_least_pence?: number
          p_lines: Json
          p_order?: number
          p_person?: Json
          p_return?: number
          p_session_seconds: number
          p_staff: number
          p_zone?: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      open_order_refund: {
        Args: { p_order_refund: string }
        Returns: {
          act_id: string
          amount_pence: number
          asked_at: string
          deduction_pence: number
          deduction_reason: string | null
          deduction_tax_pence: number
          given_up_at: string | null
          given_up_because: Database["public"]["Enums"]["give_up_reason"] | null
          given_up_by: Database["public"]["Enums"]["actor"] | null
          goods_pence: number
          goodwill_pence: number
          id: string
          order_id: number
          reason: Database["public"]["Enums"]["refund_reason"]
          return_id: number | null
          shipping_pence: number
          taken_at: string | null
          tax_pence: number
        }
        SetofOptions: {
          from: "*"
          to: "order_refunds"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      open_wish: { Args: { p_return: number }; Returns: Json }
      opened_until: { Args: { p_since: string }; Returns: Json }
      order_after_return: { Args: { p_return: number }; Returns: number }
      order_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      order_money: {
        Args: { p_order: number }
        Returns: {
          charged_pence: number
          gone_pence: number
          goods_refunded_pence: number
          left_pence: number
          owed_pence: number
          shipping_left_pence: number
          tax_refunded_pence: number
        }[]
      }
      order_number: { Args: { p_text: string }; Returns: number }
      order_options: { Args: { p_order: number }; Returns: Json }
      order_promise: {
        Args: {
          p_counts_from: string
          p_express: boolean
          p_max_business_days: number
          p_min_business_days: number
        }
        Returns: {
          arrives_by: string
          arrives_from: string
          leaves_by: string
        }[]
      }
      order_receipt: {
        Args: { p_as_bought?: boolean; p_order: number }
        Returns: Json
      }
      order_refund_progress: {
        Args: { p_acts?: string[]; p_order: number }
        Returns: Json
      }
      order_reviews: { Args: { p_checkout: string }; Returns: Json }
      order_timeline: {
        Args: { p_for_staff: boolean; p_order: number }
        Returns: Json
      }
      order_to_review: { Args: { p_checkout: string }; Returns: number }
      orders_fitting: {
        Args: { p_filter: Json; p_unsent: boolean }
        Returns: {
          checkout_id: string
          id: number
          placed_at: string
        }[]
      }
      orders_for_print: { Args: { p_orders: number[] }; Returns: Json }
      orders_in_boxes: {
        Args: { p_order: number }
        Returns: {
          order_id: number
        }[]
      }
      oversold_colours: { Args: { p_colours: Json }; Returns: Json }
      owe_cart_mails: { Args: Record<PropertyKey, never>; Returns: number }
      owe_confirm_email: {
        Args: { p_limits: Json }
        Returns: {
          mail: string
          wait: number
        }[]
      }
      owe_login_code: {
        Args: { p_email: string; p_limits: Json; p_request: string }
        Returns: string
      }
      owe_mail: {
        Args: {
          p_checkout: string
          p_kind: Database["public"]["Enums"]["mail_kind"]
          p_subject: string
        }
        Returns: undefined
      }
      owe_parcel_mail: {
        Args: {
          p_kind: Database["public"]["Enums"]["mail_kind"]
          p_parcel: number
        }
        Returns: undefined
      }
      owe_review_mails: { Args: Record<PropertyKey, never>; Returns: number }
      owe_stock_alerts: {
        Args: { p_units: number; p_variant: number }
        Returns: undefined
      }
      owe_stock_report: { Args: Record<PropertyKey, never>; Returns: number }
      owe_welcome_mail: { Args: { p_subscription: string }; Returns: string }
      own_times: {
        Args: { p_catalogue: Json }
        Returns: {
          created_at: string
          slug: string
          visible_from: string
        }[]
      }
      packaging_sent: {
        Args: { p_year: number }
        Returns: {
          country: string
          paper_grams: number
          parcels: number
          plastic_grams: number
        }[]
      }
      packed_with: {
        Args: { p_order: number }
        Returns: Record<string, unknown>
      }
      paid_checkout_of: {
        Args: { p_lines: Json; p_user: string }
        Returns: string
      }
      paid_units: {
        Args: { p_order: number }
        Returns: {
          quantity: number
          variant_id: number
        }[]
      }
      paid_with: { Args: { p_checkout: string }; Returns: number }
      parcel_mail_content: {
        Args: { p_again: boolean; p_parcel: number }
        Returns: Json
      }
      parcel_refusal: {
        Args: { p_parcel: Json }
        Returns: Record<string, unknown>
      }
      parcel_service: {
        Args: { p_country: string; p_express: boolean; p_grams: number }
        Returns: {
          format: string
          pence: number
          service: string
        }[]
      }
      parcel_state: { Args: { p_parcel: number }; Returns: Json }
      parcels_in_box: {
        Args: { p_parcel: number }
        Returns: {
          carrier: string
          confirmed_at: string | null
          delivered_at: string | null
          event_id: string
          id: number
          joined_to: number | null
          order_id: number
          sent_at: string
          tracking_number: string | null
          undone_at: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "parcels"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      parcels_of: {
        Args: { p_orders: number[] }
        Returns: {
          first: number
          order_id: number
          place: number
        }[]
      }
      parcels_to_label: {
        Args: { p_orders: number[]; p_return?: number }
        Returns: {
          contents: string
          email: string
          express: boolean
          format: string
          grams: number
          label: Json
          lines: Json
          orders: number[]
          phone: string
          placed_on: string
          service: string
          service_pence: number
        }[]
      }
      partly_listed: { Args: { p_colours: Json }; Returns: number[] }
      pass_content_times: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      payment_link_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      payment_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      payment_progress: {
        Args: { p_checkout: string }
        Returns: {
          checkout: string
          order: number
          outcome: Database["public"]["Enums"]["checkout_status"]
          payment_intent: string
        }[]
      }
      payment_reference: { Args: { p_checkout: string }; Returns: string }
      payment_undone_by: { Args: { p_order: number }; Returns: string }
      payments_for_accounts: {
        Args: { p_from: string; p_to: string }
        Returns: Json
      }
      payouts_to_read: { Args: Record<PropertyKey, never>; Returns: string[] }
      phone_words: { Args: { p_phone: string }; Returns: string[] }
      photo_is_known: {
        Args: { p_order: number; p_photo: string; p_return: number }
        Returns: boolean
      }
      photos_of_own_review: {
        Args: { p_checkout: string; p_review: number }
        Returns: {
          id: string
        }[]
      }
      photos_of_return: {
        Args: { p_order: number; p_return?: number }
        Returns: {
          added_at: string
          id: string
          return: number
        }[]
      }
      picture_alts: { Args: { p_variant: number }; Returns: Json }
      place_free_order: {
        Args: {
          p_event: string
          p_like: Database["public"]["Tables"]["checkouts"]["Row"]
          p_lines: Json
          p_option: Database["public"]["Tables"]["checkout_shipping_options"]["Row"]
          p_staff: number
          p_why: string
        }
        Returns: number
      }
      place_order: {
        Args: {
          p_checkout: string
          p_counts_from: string
          p_shipping_position: number
          p_staff?: number
          p_why?: string
        }
        Returns: undefined
      }
      plain_letters: { Args: { p_text: string }; Returns: string }
      plain_path: { Args: { p_path: string }; Returns: string }
      preview_changes: {
        Args: { p_changes: Json; p_options: Json }
        Returns: Json
      }
      preview_of: { Args: { p_options: Json; p_report: Json }; Returns: Json }
      preview_of_release: {
        Args: { p_release: Database["public"]["Tables"]["releases"]["Row"] }
        Returns: Json
      }
      preview_release: { Args: { p_release: string }; Returns: Json }
      preview_undo: { Args: { p_release: string }; Returns: Json }
      price_jumps: {
        Args: { p_imported: Json; p_products: Json }
        Returns: Json
      }
      price_return_label: {
        Args: {
          p_label: string
          p_pence?: number
          p_posted_with: string
          p_quote: string
          p_service: string
          p_tracker: string
        }
        Returns: undefined
      }
      priced_pieces: { Args: { p_lines: Json }; Returns: Json }
      product_fields: { Args: { p_product: number }; Returns: Json }
      product_listing: {
        Args: { p_category?: number; p_first?: number; p_products?: number[] }
        Returns: Json
      }
      product_page: {
        Args: { p_product: number; p_related?: number }
        Returns: Json
      }
      promise_from_now: { Args: { p_order: number }; Returns: undefined }
      prove_address: {
        Args: { p_keep_password?: boolean; p_session?: string; p_user: string }
        Returns: boolean
      }
      prune_guests: {
        Args: { p_limit: number }
        Returns: {
          data: string
          rows: number
        }[]
      }
      prune_logins: {
        Args: { p_limit: number }
        Returns: {
          data: string
          rows: number
        }[]
      }
      prune_order_people: {
        Args: { p_limit: number }
        Returns: {
          data: string
          rows: number
        }[]
      }
      prune_personal_data: {
        Args: { p_limit: number }
        Returns: {
          data: string
          rows: number
        }[]
      }
      publish_due_release: { Args: Record<PropertyKey, never>; Returns: Json }
      publish_release: {
        Args: { p_fingerprint: string; p_release: string; p_staff: number }
        Returns: Json
      }
      published_photo: { Args: { p_photo: string }; Returns: number }
      published_release: {
        Args: { p_release: string }
        Returns: {
          ahead: Json | null
          build_asked_at: string | null
          build_started_at: string | null
          changes: NonNullable<Json>
          failure: Json | null
          fingerprint: string | null
          id: string
          number: number
          options: NonNullable<Json>
          published_at: string | null
          report: Json | null
          scheduled_for: string | null
          source: string
          state: Database["public"]["Enums"]["release_state"]
          subjects: string[]
          title: string
          transaction_id: unknown
          undoes: string | null
          version: number
          words: string
        }
        SetofOptions: {
          from: "*"
          to: "releases"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      put_ahead: {
        Args: {
          p_at: string
          p_release: Database["public"]["Tables"]["releases"]["Row"]
          p_report: Json
        }
        Returns: undefined
      }
      put_label_off: {
        Args: { p_label: string; p_problem?: string }
        Returns: undefined
      }
      quarter_digest: { Args: { p_quarter: string }; Returns: string }
      quarter_end: { Args: { p_quarter: string }; Returns: string }
      quarter_sums: {
        Args: { p_quarter: string }
        Returns: {
          amount_pence: number
          country: string
          currency: string
          late: number
          movements: number
          rate_basis_points: number
          tax_pence: number
        }[]
      }
      quarter_to_file: { Args: Record<PropertyKey, never>; Returns: string }
      random_discount_code: {
        Args: Record<PropertyKey, never>
        Returns: string
      }
      random_gift_code: { Args: Record<PropertyKey, never>; Returns: string }
      random_number: { Args: { p_table: string }; Returns: number }
      reclaim_discount: { Args: { p_checkout: string }; Returns: boolean }
      reconcile_payouts: { Args: { p_read?: string }; Returns: number }
      record_dispute: {
        Args: { p_dispute: Json; p_payment_intent: string }
        Returns: {
          checkout: string
          news: boolean
          order: number
        }[]
      }
      record_draw_seed: {
        Args: { p_draw: string; p_signature?: string }
        Returns: undefined
      }
      record_exchange: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_at_once: boolean
          p_event: string
          p_lines: Json
          p_new: number
          p_order: number
          p_return: number
          p_staff: number
        }
        Returns: undefined
      }
      record_mail_batch: { Args: { p_results: Json }; Returns: undefined }
      record_mail_batch_failure: {
        Args: {
          p_batch: string
          p_claim: string
          p_error: string
          p_wait_seconds?: number
        }
        Returns: undefined
      }
      record_mail_event: {
        Args: {
          p_email: string
          p_provider_id: string
          p_reason: Database["public"]["Enums"]["suppression_reason"]
        }
        Returns: undefined
      }
      record_mail_failure: {
        Args: {
          p_claim: string
          p_error: string
          p_mail: string
          p_permanent: boolean
        }
        Returns: Database["public"]["Enums"]["mail_status"]
      }
      record_mail_sent: {
        Args: { p_mail: string; p_provider_id: string }
        Returns: boolean
      }
      record_mailing_batch: {
        Args: { p_batch: string; p_results: Json }
        Returns: undefined
      }
      record_mailing_failure: {
        Args: {
          p_batch: string
          p_claim: string
          p_error: string
          p_wait_seconds?: number
        }
        Returns: undefined
      }
      record_refunds: {
        Args: { p_payment_intent: string; p_refunds: Json }
        Returns: Json
      }
      record_scan: {
        Args: {
          p_at?: string
          p_label: string
          p_scan?: Database["public"]["Enums"]["scan_state"]
        }
        Returns: string[]
      }
      record_stripe_entries: {
        Args: { p_entries: Json; p_until?: number }
        Returns: undefined
      }
      record_stripe_payouts: { Args: { p_payouts: Json }; Returns: undefined }
      reduce_refund: {
        Args: {
          p_actor?: Database["public"]["Enums"]["actor"]
          p_because?: string
          p_event?: string
          p_order_refund: string
          p_pence: number
          p_staff?: number
        }
        Returns: undefined
      }
      refund_as_credit: {
        Args: {
          p_order_refund: string
          p_payment: Database["public"]["Tables"]["payments"]["Row"]
          p_pence: number
          p_reason: string
          p_staff: number
        }
        Returns: undefined
      }
      refund_cancelled: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_event: string
          p_items: Json
          p_order: number
          p_reason: string
          p_staff: number
        }
        Returns: undefined
      }
      refund_exchanged: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_back: Json
          p_deduction_pence?: number
          p_deduction_reason?: string
          p_event: string
          p_order: number
          p_reason: string
          p_staff: number
        }
        Returns: undefined
      }
      refund_for_units: {
        Args: { p_items: Json; p_more_pence?: number; p_order: number }
        Returns: {
          goods_pence: number
          tax_pence: number
        }[]
      }
      refund_less: {
        Args: {
          p_deduction_pence: number
          p_parts: Database["public"]["CompositeTypes"]["refund_parts"]
        }
        Returns: Database["public"]["CompositeTypes"]["refund_parts"]
        SetofOptions: {
          from: "*"
          to: "refund_parts"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      refund_lines: {
        Args: { p_items: Json; p_order: number }
        Returns: {
          discount_pence: number
          pence: number
          quantity: number
          surplus_pence: number
          variant_id: number
        }[]
      }
      refund_mail_content: {
        Args: { p_refund: string; p_written_at: string }
        Returns: Json
      }
      refund_of_acts: {
        Args: { p_acts: string[] }
        Returns: {
          amount_pence: number
          credit_pence: number
          deduction_pence: number
          goods_pence: number
          goodwill_pence: number
          shipping_pence: number
          tax_pence: number
        }[]
      }
      refund_owed_since: { Args: Record<PropertyKey, never>; Returns: string }
      refund_promise: { Args: { p_from: string }; Returns: string }
      refund_shared_delivery: {
        Args: {
          p_actor: Database["public"]["Enums"]["actor"]
          p_event: string
          p_order: number
          p_reason: string
          p_staff: number
        }
        Returns: undefined
      }
      refund_to_card: {
        Args: {
          p_order_refund: string
          p_payment: number
          p_pence: number
          p_reason: string
        }
        Returns: number
      }
      refund_total: {
        Args: { p_parts: Database["public"]["CompositeTypes"]["refund_parts"] }
        Returns: number
      }
      refundable_lines: {
        Args: { p_order: number }
        Returns: {
          left_pence: number
          quantity: number
          surplus_pence: number
          variant_id: number
        }[]
      }
      refunded_for_return: {
        Args: { p_return: number; p_variant: number }
        Returns: number
      }
      refunds_again: {
        Args: { p_order_refund: string; p_taken_only: boolean }
        Returns: boolean
      }
      refunds_the_same: {
        Args: { p_order_refund: string; p_others: string[]; p_since: string }
        Returns: boolean
      }
      refunds_wait_for_dispute: {
        Args: { p_payment: number }
        Returns: boolean
      }
      refuse_archived: { Args: { p_lines: Json }; Returns: undefined }
      refuse_archived_categories: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      refuse_lacking: { Args: { p_lacking: Json }; Returns: undefined }
      refuse_merge: {
        Args: {
          p_from: Database["public"]["Tables"]["customers"]["Row"]
          p_into: Database["public"]["Tables"]["customers"]["Row"]
        }
        Returns: undefined
      }
      refuse_number_twice: { Args: { p_parcels: Json }; Returns: undefined }
      refuse_redirects: { Args: { p_changed: Json }; Returns: undefined }
      refuse_release: {
        Args: { p_release: Database["public"]["Tables"]["releases"]["Row"] }
        Returns: undefined
      }
      refuse_return: {
        Args: {
          p_event: string
          p_reason: string
          p_refund_pence?: number
          p_return: number
          p_staff: number
        }
        Returns: Json
      }
      refuse_scheduled: { Args: { p_items: Json }; Returns: undefined }
      refuse_short: {
        Args: { p_lines: Json; p_previous: string; p_user: string }
        Returns: undefined
      }
      refuse_undone: {
        Args: { p_parcel: Database["public"]["Tables"]["parcels"]["Row"] }
        Returns: undefined
      }
      refuse_unsettled: { Args: { p_user: string }; Returns: undefined }
      regular_price_period: { Args: { p_product: number }; Returns: Json }
      regular_price_was_charged: {
        Args: { p_product: number }
        Returns: boolean
      }
      release_checkout: {
        Args: { p_checkout: string; p_without_session?: boolean }
        Returns: boolean
      }
      release_exchange: { Args: { p_return: number }; Returns: undefined }
      release_row: {
        Args: { p_release: Database["public"]["Tables"]["releases"]["Row"] }
        Returns: Json
      }
      release_subjects: { Args: { p_changes: Json }; Returns: string[] }
      remove_return_photo: {
        Args: { p_order: number; p_photo: string; p_return: number }
        Returns: undefined
      }
      remove_review_photo: {
        Args: { p_checkout: string; p_photo: string; p_review: number }
        Returns: undefined
      }
      remove_second_factor: { Args: { p_user: string }; Returns: boolean }
      remove_staff: { Args: { p_email: string }; Returns: boolean }
      renew_order_words: {
        Args: { p_billing_infos: number[]; p_checkouts: string[] }
        Returns: undefined
      }
      reopen_login_code: { Args: { p_request: string }; Returns: undefined }
      reorder_lines: {
        Args: { p_order: number }
        Returns: {
          color_name: string
          product: Json
          product_name: string
          quantity: number
          stock: number
          variant_id: number
        }[]
      }
      replace_dispatch_mail: { Args: { p_parcel: number }; Returns: undefined }
      replaceable_units: {
        Args: { p_order: number }
        Returns: {
          quantity: number
          unreplaced: number
          variant_id: number
        }[]
      }
      replaced_and_gone: {
        Args: { p_lines: Json; p_order: number; p_return?: number }
        Returns: Json
      }
      report_fingerprint: { Args: { p_report: Json }; Returns: string }
      require_employment: { Args: Record<PropertyKey, never>; Returns: string }
      require_fair_basket: {
        Args: { p_lines: Json; p_user: string }
        Returns: undefined
      }
      require_fair_network: {
        Args: { p_network: string; p_units: number; p_user: string }
        Returns: undefined
      }
      require_own_order: { Args: { p_order: number }; Returns: string }
      require_payment: { Args: { p_order: number }; Returns: undefined }
      require_same_display: { Args: { p_checkout: string }; Returns: undefined }
      require_session: { Args: { p_guests?: boolean }; Returns: string }
      require_staff: {
        Args: {
          p_act: Database["public"]["Enums"]["staff_act"]
          p_fresh?: boolean
        }
        Returns: number
      }
      reset_second_factor: { Args: { p_email: string }; Returns: boolean }
      resolve_review: {
        Args: { p_checkout: string; p_decision: string }
        Returns: Json
      }
      retention_periods: {
        Args: Record<PropertyKey, never>
        Returns: {
          data: string
          period: string
        }[]
      }
      return_balance: {
        Args: { p_return: number }
        Returns: {
          units: number
          variant_id: number
        }[]
      }
      return_delivery_refund: { Args: { p_return: number }; Returns: number }
      return_is_undecided: { Args: { p_return: number }; Returns: boolean }
      return_label: { Args: { p_return: number }; Returns: Json }
      return_label_carrier: {
        Args: { p_kind: Database["public"]["Enums"]["return_kind"] }
        Returns: Database["public"]["Enums"]["label_carrier"]
      }
      return_mail_content: { Args: { p_return: number }; Returns: Json }
      return_periods: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>
      }
      return_refund_due: { Args: { p_return: number }; Returns: boolean }
      return_state: { Args: { p_return: number }; Returns: Json }
      return_terms: {
        Args: { p_kind: Database["public"]["Enums"]["return_kind"] }
        Returns: Record<string, unknown>
      }
      return_units_due: {
        Args: { p_return: number }
        Returns: {
          quantity: number
          variant_id: number
        }[]
      }
      return_window: {
        Args: { p_order: number }
        Returns: {
          delivered_on: string
          delivery_known: boolean
          return_until: string
          sent: boolean
          withdraw_until: string
        }[]
      }
      returnable_units: {
        Args: { p_order: number }
        Returns: {
          quantity: number
          variant_id: number
        }[]
      }
      returns_before_order: { Args: { p_order: number }; Returns: Json }
      review_feed: { Args: Record<PropertyKey, never>; Returns: Json }
      review_former_prices: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      review_photo_is_known: {
        Args: { p_checkout: string; p_photo: string; p_review: number }
        Returns: boolean
      }
      review_product_name: {
        Args: {
          p_review: Database["public"]["Tables"]["product_reviews"]["Row"]
        }
        Returns: string
      }
      review_requests_due: {
        Args: Record<PropertyKey, never>
        Returns: {
          checkout_id: string
          order_id: number
        }[]
      }
      sale_fields: { Args: { p_product: number }; Returns: Json }
      save_billing_info: {
        Args: {
          p_address: string
          p_email: string
          p_name: string
          p_phone: string
        }
        Returns: number
      }
      save_release: {
        Args: {
          p_changes: Json
          p_options: Json
          p_release: string
          p_source: string
          p_staff: number
          p_title: string
          p_version: number
        }
        Returns: Json
      }
      schedule_release: {
        Args: {
          p_at: string
          p_fingerprint: string
          p_release: string
          p_staff: number
        }
        Returns: Json
      }
      seal_draws: { Args: Record<PropertyKey, never>; Returns: number }
      search_form: { Args: { p_text: string }; Returns: string }
      search_query: { Args: { p_text: string }; Returns: unknown }
      search_term: {
        Args: { p_whole: boolean; p_word: string }
        Returns: string
      }
      search_words: { Args: { p_text: string }; Returns: string[] }
      second_factor_begin: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      second_factor_given: { Args: { p_user: string }; Returns: boolean }
      second_factor_of: { Args: { p_user: string }; Returns: string }
      second_factor_remove: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      second_factor_tried: {
        Args: { p_factor?: string; p_try: number }
        Returns: undefined
      }
      second_factor_try: {
        Args: { p_adding?: string; p_code: string; p_fresh?: boolean }
        Returns: {
          factor: string
          try: number
          wait: number
        }[]
      }
      sell_in_hand: {
        Args: {
          p_country: string
          p_delivery: Json
          p_discount_pence: number
          p_event: string
          p_handed_over: boolean
          p_lines: Json
          p_method: Database["public"]["Enums"]["payment_method"]
          p_person: Json
          p_staff: number
          p_total_pence?: number
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      send_mail_again: {
        Args: { p_event: string; p_mail: string; p_staff: number }
        Returns: string
      }
      set_openings_of_collections: {
        Args: { p_collections: number[] }
        Returns: undefined
      }
      settings_now: { Args: Record<PropertyKey, never>; Returns: Json }
      settle_label: {
        Args: {
          p_has_code?: boolean
          p_label: string
          p_problem?: string
          p_purchase?: string
          p_state: Database["public"]["Enums"]["label_state"]
          p_tracking_number?: string
        }
        Returns: undefined
      }
      settle_money: {
        Args: { p_checkout: string }
        Returns: Database["public"]["Enums"]["checkout_status"]
      }
      settle_order: {
        Args: { p_order: number }
        Returns: Database["public"]["Enums"]["order_status"]
      }
      settle_order_refunds: { Args: { p_order: number }; Returns: undefined }
      settle_purge: {
        Args: { p_claim: string; p_purged: boolean }
        Returns: undefined
      }
      settle_return: {
        Args: {
          p_deduction_pence: number
          p_deduction_reason: string
          p_event: string
          p_refund_pence?: number
          p_return: number
          p_shipping_pence: number
          p_staff: number
        }
        Returns: Json
      }
      settle_site_build: {
        Args: { p_asked: boolean; p_claim: string }
        Returns: undefined
      }
      shares_parcel: {
        Args: { p_order: number; p_other: number }
        Returns: boolean
      }
      shopper_ask_return: {
        Args: {
          p_event: string
          p_items: Json
          p_kind: Database["public"]["Enums"]["return_kind"]
          p_order: number
          p_reason: string
          p_wish?: Json
        }
        Returns: Json
      }
      shopper_call_off_return: {
        Args: { p_event: string; p_order: number; p_return: number }
        Returns: Json
      }
      shopper_cancel: {
        Args: { p_event: string; p_order: number; p_refund_pence?: number }
        Returns: Json
      }
      shopper_cancel_order: {
        Args: { p_event: string; p_order: number; p_refund_pence?: number }
        Returns: Json
      }
      shopper_enter_draw: {
        Args: {
          p_draw: string
          p_email: string
          p_limits: Json
          p_mail_limits: Json
          p_variant: number
        }
        Returns: {
          confirmed: boolean
          entry: string
          mail: string
          wait: number
        }[]
      }
      shopper_exchange_offers: {
        Args: {
          p_from: number
          p_order: number
          p_quantity: number
          p_words: string
        }
        Returns: Json
      }
      shopper_foresee_cancel: { Args: { p_order: number }; Returns: number }
      shopper_keep_order: {
        Args: { p_event: string; p_order: number }
        Returns: Json
      }
      shopper_note: {
        Args: { p_order: number }
        Returns: {
          gift_message: string
          note: string
          open: boolean
        }[]
      }
      shopper_order: { Args: { p_order: number }; Returns: Json }
      shopper_save_note: {
        Args: { p_gift_message: string; p_note: string; p_order: number }
        Returns: undefined
      }
      show_draw: { Args: { p_product: number }; Returns: undefined }
      slugs_of_category: {
        Args: { p_category: number; p_slugs: Json }
        Returns: Json
      }
      spend_credit: {
        Args: { p_checkout: string; p_shipping_position: number }
        Returns: number
      }
      split_ahead: {
        Args: {
          p_ahead: boolean
          p_catalogue: Json
          p_categories: string[]
          p_slugs: string[]
        }
        Returns: Json
      }
      spread_discount: {
        Args: { p_lines: Json; p_pence: number }
        Returns: {
          pence: number
          variant_id: number
        }[]
      }
      staff_account: { Args: { p_email: string }; Returns: string }
      staff_activity: {
        Args: { p_after?: string; p_filter?: Json; p_limit?: number }
        Returns: Json
      }
      staff_addresses: {
        Args: { p_kind: Database["public"]["Enums"]["mail_kind"] }
        Returns: string[]
      }
      staff_adjust_stock: {
        Args: {
          p_event: string
          p_items: Json
          p_note?: string
          p_why: Database["public"]["Enums"]["stock_reason"]
        }
        Returns: undefined
      }
      staff_answer_complaint: {
        Args: { p_complaint: string; p_outcome: string }
        Returns: undefined
      }
      staff_answer_review: {
        Args: { p_answer: string; p_review: number; p_seen: number }
        Returns: undefined
      }
      staff_ask_return: {
        Args: {
          p_event: string
          p_items: Json
          p_kind: Database["public"]["Enums"]["return_kind"]
          p_order: number
          p_reason: string
        }
        Returns: Json
      }
      staff_at_work: {
        Args: Record<PropertyKey, never>
        Returns: {
          email: string
          has_second_factor: boolean
          moves_money: boolean
          name: string
          role: Database["public"]["Enums"]["staff_role"]
          since: string
        }[]
      }
      staff_buy_labels: { Args: { p_labels: string[] }; Returns: Json }
      staff_cancel: {
        Args: {
          p_event: string
          p_items: Json
          p_order: number
          p_reason: string
          p_refund_pence?: number
          p_restock: boolean
        }
        Returns: Json
      }
      staff_cancel_draw: { Args: { p_slug: string }; Returns: Json }
      staff_candidate: {
        Args: { p_email: string }
        Returns: {
          registered_at: string
          username: string
        }[]
      }
      staff_cart_reminders: {
        Args: Record<PropertyKey, never>
        Returns: {
          after_hours: number
          bought: number
          sent: number
          since: string
          turned_on_by: string
        }[]
      }
      staff_catalogue: {
        Args: {
          p_after?: number
          p_category?: string
          p_codes?: string[]
          p_search?: string
          p_slugs?: string[]
          p_sort?: Database["public"]["Enums"]["catalogue_sort"]
          p_state?: Database["public"]["Enums"]["catalogue_state"]
          p_stock?: Database["public"]["Enums"]["catalogue_stock"]
        }
        Returns: Json
      }
      staff_categories: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_change_colleague: {
        Args: {
          p_event: string
          p_kind: Database["public"]["Enums"]["team_event_kind"]
          p_role?: Database["public"]["Enums"]["staff_role"]
          p_staff: number
        }
        Returns: undefined
      }
      staff_close_delivery: {
        Args: { p_arrived: number; p_delivery: string }
        Returns: undefined
      }
      staff_close_surplus: {
        Args: { p_checkout: string; p_event: string; p_note: string }
        Returns: {
          checkout: string
          order: number
          outcome: Database["public"]["Enums"]["checkout_status"]
          payment_intent: string
        }[]
      }
      staff_colour_stock: {
        Args: { p_after?: number; p_limit?: number; p_variant: number }
        Returns: Json
      }
      staff_complaints: {
        Args: Record<PropertyKey, never>
        Returns: {
          answered_at: string
          answered_by: string
          due_by: string
          email: string
          id: string
          name: string
          outcome: string
          received_at: string
          words: string
        }[]
      }
      staff_content: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_correct_email: {
        Args: {
          p_again?: boolean
          p_email: string
          p_event: string
          p_order: number
        }
        Returns: Json
      }
      staff_correct_label: {
        Args: { p_event: string; p_label: Json; p_order: number }
        Returns: Json
      }
      staff_correct_parcel: {
        Args: {
          p_carrier: string
          p_event: string
          p_parcel: number
          p_tell?: boolean
          p_tracking_number?: string
        }
        Returns: Json
      }
      staff_counts: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_customer: {
        Args: { p_after?: number; p_customer: number; p_limit?: number }
        Returns: Json
      }
      staff_customer_login: {
        Args: { p_customer: number }
        Returns: {
          user_id: string
          username: string
        }[]
      }
      staff_customer_note: {
        Args: { p_customer: number; p_event: string; p_text: string }
        Returns: undefined
      }
      staff_customers: {
        Args: { p_after?: string; p_limit?: number; p_search?: string }
        Returns: Json
      }
      staff_dead_links: { Args: { p_value: Json }; Returns: string[] }
      staff_decision_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      staff_deliver: {
        Args: { p_at?: string; p_event: string; p_parcel: number }
        Returns: Json
      }
      staff_deliver_orders: {
        Args: { p_at?: string; p_orders: Json }
        Returns: Json
      }
      staff_discard_release: { Args: { p_release: string }; Returns: Json }
      staff_discounts: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_dispatch: { Args: { p_parcels: Json }; Returns: Json }
      staff_draw: { Args: { p_slug: string }; Returns: Json }
      staff_edit_order: {
        Args: {
          p_event: string
          p_order: number
          p_refund_pence?: number
          p_removed: Json
          p_session_seconds: number
          p_swaps: Json
        }
        Returns: Json
      }
      staff_edits: {
        Args: { p_form?: string; p_subjects?: string[] }
        Returns: Json
      }
      staff_erase_customer: {
        Args: { p_callers?: string[]; p_customer: number; p_event: string }
        Returns: undefined
      }
      staff_exchange: {
        Args: {
          p_at_once: boolean
          p_cost_pence?: number
          p_event: string
          p_items: Json
          p_kind: Database["public"]["Enums"]["return_kind"]
          p_order: number
          p_reason: string
          p_return?: number
          p_session_seconds: number
        }
        Returns: Json
      }
      staff_expect_delivery: {
        Args: {
          p_delivery: string
          p_due_on: string
          p_note?: string
          p_units: number
          p_variant: number
        }
        Returns: undefined
      }
      staff_export_catalogue: {
        Args: { p_limit: number; p_offset: number }
        Returns: Json
      }
      staff_export_customer: {
        Args: { p_callers?: string[]; p_customer: number; p_event: string }
        Returns: Json
      }
      staff_extend_discount: {
        Args: { p_change: string; p_discount: number; p_ends_at?: string }
        Returns: undefined
      }
      staff_figures: {
        Args: {
          p_day?: string
          p_period: Database["public"]["Enums"]["figure_period"]
        }
        Returns: Json
      }
      staff_file_quarter: {
        Args: { p_event: string; p_quarter: string; p_seen: string }
        Returns: Json
      }
      staff_foresee: { Args: { p_act: string; p_asked: Json }; Returns: Json }
      staff_gift: {
        Args: {
          p_country: string
          p_delivery: Json
          p_event: string
          p_lines: Json
          p_person: Json
          p_reason: string
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      staff_gift_cards: {
        Args: { p_after?: string; p_q?: string }
        Returns: Json
      }
      staff_give_credit: {
        Args: {
          p_email: string
          p_id: string
          p_pence: number
          p_reason: string
        }
        Returns: string
      }
      staff_give_up_refund: {
        Args: { p_event: string; p_order_refund: string }
        Returns: Json
      }
      staff_halt_mailing: {
        Args: { p_do: string; p_mailing: string }
        Returns: undefined
      }
      staff_hand_over_refund: {
        Args: {
          p_event: string
          p_method: Database["public"]["Enums"]["payment_method"]
          p_note: string
          p_order_refund: string
        }
        Returns: Json
      }
      staff_health: {
        Args: Record<PropertyKey, never>
        Returns: {
          about: string
          reason: Database["public"]["Enums"]["health_reason"]
          since: string
        }[]
      }
      staff_hide_review: {
        Args: {
          p_reason: Database["public"]["Enums"]["hiding_reason"]
          p_review: number
          p_seen: number
          p_words: string
        }
        Returns: undefined
      }
      staff_invite: {
        Args: {
          p_email: string
          p_event: string
          p_role: Database["public"]["Enums"]["staff_role"]
        }
        Returns: string
      }
      staff_keep_quotes: { Args: { p_quotes: Json }; Returns: Json }
      staff_label_purchases: {
        Args: { p_labels: string[] }
        Returns: {
          carrier: Database["public"]["Enums"]["label_carrier"]
          purchase: string
        }[]
      }
      staff_labels: { Args: { p_orders: number[] }; Returns: Json }
      staff_limit_stock: {
        Args: { p_low?: number; p_variant: number }
        Returns: undefined
      }
      staff_list: {
        Args: { p_list: string }
        Returns: {
          checkout_id: string
          parcel: string
          sort: string
          why: Json
        }[]
      }
      staff_mailings: { Args: { p_mailing?: string }; Returns: Json }
      staff_make_codes: {
        Args: { p_change: string; p_count: number; p_discount: number }
        Returns: string[]
      }
      staff_make_discount: {
        Args: { p_change: string; p_terms: Json }
        Returns: number
      }
      staff_may: {
        Args: {
          p_act: Database["public"]["Enums"]["staff_act"]
          p_staff: number
        }
        Returns: boolean
      }
      staff_me: {
        Args: Record<PropertyKey, never>
        Returns: {
          acts: Database["public"]["Enums"]["staff_act"][]
          counts: Json
          fresh: boolean
          name: string
          role: Database["public"]["Enums"]["staff_role"]
          second_factor_since: string
          username: string
        }[]
      }
      staff_merge: {
        Args: { p_customer: number; p_event: string; p_into: number }
        Returns: string
      }
      staff_message: {
        Args: {
          p_checkout: string
          p_event: string
          p_subject: string
          p_text: string
        }
        Returns: string
      }
      staff_money: { Args: { p_checkout: string }; Returns: Json }
      staff_note: {
        Args: { p_checkout: string; p_event: string; p_text: string }
        Returns: undefined
      }
      staff_note_download: {
        Args: {
          p_kind: Database["public"]["Enums"]["download_kind"]
          p_words: string
        }
        Returns: undefined
      }
      staff_offer_welcome: { Args: { p_terms?: Json }; Returns: undefined }
      staff_open_link: {
        Args: {
          p_country?: string
          p_discount_pence?: number
          p_event: string
          p_lines: Json
          p_order?: number
          p_person?: Json
          p_session_seconds: number
          p_zone?: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      staff_order: {
        Args: { p_checkout?: string; p_order?: number }
        Returns: Json
      }
      staff_order_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      staff_order_mail_may_go: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      staff_orders: {
        Args: {
          p_after?: string
          p_filter?: Json
          p_limit?: number
          p_list: string
          p_search?: string
        }
        Returns: Json
      }
      staff_own_address: { Args: Record<PropertyKey, never>; Returns: string }
      staff_pause_discount: {
        Args: { p_change: string; p_discount: number; p_paused: boolean }
        Returns: undefined
      }
      staff_payouts: {
        Args: { p_after?: string; p_limit?: number }
        Returns: Json
      }
      staff_plan_draw: {
        Args: {
          p_closes: string
          p_opens: string
          p_pieces: Json
          p_slug: string
        }
        Returns: Json
      }
      staff_preview_release: { Args: { p_release: string }; Returns: Json }
      staff_preview_undo: { Args: { p_release: string }; Returns: Json }
      staff_product_order: { Args: { p_category?: string }; Returns: Json }
      staff_publish_release: {
        Args: { p_fingerprint: string; p_release: string }
        Returns: Json
      }
      staff_publishing: {
        Args: { p_release: string }
        Returns: {
          awaits_build: string
          build_asked_at: string
          build_started_at: string
          database_at: string
          now: string
        }[]
      }
      staff_quarters: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_receive_return: {
        Args: { p_event: string; p_items: Json; p_return: number }
        Returns: Json
      }
      staff_refund: {
        Args: {
          p_as_credit?: boolean
          p_event: string
          p_goodwill_pence: number
          p_items: Json
          p_order: number
          p_reason: string
          p_refund_pence?: number
          p_return?: number
          p_shipping_pence: number
        }
        Returns: Json
      }
      staff_refundable: {
        Args: { p_checkout?: string; p_order_refund?: string }
        Returns: string
      }
      staff_refuse_return: {
        Args: {
          p_event: string
          p_reason: string
          p_refund_pence?: number
          p_return: number
        }
        Returns: Json
      }
      staff_release: { Args: { p_release: string }; Returns: Json }
      staff_release_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      staff_release_mailing: {
        Args: {
          p_at?: string
          p_mailing: string
          p_people: number
          p_version: number
          p_when_open?: boolean
        }
        Returns: undefined
      }
      staff_releases: {
        Args: {
          p_after?: number
          p_search?: string
          p_state?: Database["public"]["Enums"]["release_state"]
        }
        Returns: Json
      }
      staff_remind_of_carts: {
        Args: { p_after_hours?: number }
        Returns: undefined
      }
      staff_remove_subscriber: {
        Args: { p_subscription: string }
        Returns: undefined
      }
      staff_remove_template: {
        Args: { p_template: string }
        Returns: undefined
      }
      staff_renew_gift_card: {
        Args: { p_card: string; p_email: string; p_mail: string }
        Returns: undefined
      }
      staff_replace: {
        Args: {
          p_event: string
          p_items: Json
          p_order: number
          p_reason: string
        }
        Returns: Json
      }
      staff_resend_mail: {
        Args: { p_event: string; p_mail: string }
        Returns: string
      }
      staff_resolve_review: {
        Args: { p_checkout: string; p_decision: string; p_event: string }
        Returns: {
          checkout: string
          order: number
          outcome: Database["public"]["Enums"]["checkout_status"]
          payment_intent: string
        }[]
      }
      staff_retry_payment: {
        Args: { p_checkout: string; p_event: string }
        Returns: {
          checkout: string
          order: number
          outcome: Database["public"]["Enums"]["checkout_status"]
          payment_intent: string
        }[]
      }
      staff_retry_refund: {
        Args: { p_event: string; p_order_refund: string }
        Returns: Json
      }
      staff_return_photos: {
        Args: { p_order: number }
        Returns: {
          added_at: string
          id: string
          return: number
        }[]
      }
      staff_reviews: {
        Args: { p_before?: number; p_filter?: Json; p_limit?: number }
        Returns: Json
      }
      staff_rows: {
        Args: { p_alone?: boolean; p_money: boolean; p_rows: Json }
        Returns: Json
      }
      staff_rule_products: {
        Args: { p_rule: Json; p_slug?: string }
        Returns: Json
      }
      staff_save_edit: {
        Args: {
          p_form: string
          p_input: Json
          p_subjects: string[]
          p_title: string
          p_version: number
          p_writer: string
        }
        Returns: Json
      }
      staff_save_mailing: {
        Args: { p_content: Json; p_mailing: string; p_version: number }
        Returns: number
      }
      staff_save_release: {
        Args: {
          p_changes: Json
          p_form?: string
          p_options: Json
          p_release: string
          p_source: string
          p_title: string
          p_version: number
        }
        Returns: Json
      }
      staff_save_template: {
        Args: {
          p_seen?: string
          p_subject: string
          p_template: string
          p_text: string
          p_title: string
        }
        Returns: undefined
      }
      staff_scanned: { Args: { p_code: string }; Returns: Json }
      staff_schedule_release: {
        Args: { p_at: string; p_fingerprint: string; p_release: string }
        Returns: Json
      }
      staff_sell_in_hand: {
        Args: {
          p_country: string
          p_delivery: Json
          p_discount_pence: number
          p_event: string
          p_handed_over: boolean
          p_lines: Json
          p_method: Database["public"]["Enums"]["payment_method"]
          p_person: Json
          p_total_pence: number
          p_zone: Database["public"]["Enums"]["shipping_zone"]
        }
        Returns: Json
      }
      staff_send_apart: {
        Args: { p_apart: boolean; p_order: number }
        Returns: Json
      }
      staff_settings: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_settle_payment: {
        Args: { p_checkout: string; p_event: string; p_note: string }
        Returns: {
          checkout: string
          order: number
          outcome: Database["public"]["Enums"]["checkout_status"]
          payment_intent: string
        }[]
      }
      staff_settle_return: {
        Args: {
          p_deduction_pence?: number
          p_deduction_reason?: string
          p_event: string
          p_refund_pence?: number
          p_return: number
          p_shipping_pence?: number
        }
        Returns: Json
      }
      staff_show_review: {
        Args: { p_review: number; p_seen: number }
        Returns: undefined
      }
      staff_stock: {
        Args: {
          p_after?: number
          p_limit?: number
          p_search?: string
          p_show?: string
        }
        Returns: Json
      }
      staff_subscribers: {
        Args: { p_after?: string; p_limit?: number; p_search?: string }
        Returns: Json
      }
      staff_take_tracking: {
        Args: { p_check?: boolean; p_lines: Json }
        Returns: Json
      }
      staff_team: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_templates: {
        Args: Record<PropertyKey, never>
        Returns: {
          changed_at: string
          changed_by: string
          id: string
          subject: string
          text: string
          title: string
        }[]
      }
      staff_undo_dispatch: {
        Args: { p_event: string; p_parcel: number }
        Returns: Json
      }
      staff_undo_release: {
        Args: { p_fingerprint: string; p_release: string; p_undo: string }
        Returns: Json
      }
      staff_unschedule_release: { Args: { p_release: string }; Returns: Json }
      staff_username: { Args: Record<PropertyKey, never>; Returns: string }
      staff_visits: {
        Args: {
          p_day?: string
          p_period: Database["public"]["Enums"]["figure_period"]
        }
        Returns: Json
      }
      staff_void_label: { Args: { p_label: string }; Returns: Json }
      staff_welcome_offer: {
        Args: Record<PropertyKey, never>
        Returns: {
          amount_pence: number
          code_days: number
          codes: number
          kind: Database["public"]["Enums"]["discount_kind"]
          minimum_pence: number
          orders: number
          paused: boolean
          percent: number
          turned_on_at: string
          turned_on_by: string
          with_sales: boolean
        }[]
      }
      staff_withdraw_invitation: {
        Args: { p_event: string; p_invitation: string }
        Returns: undefined
      }
      stands_for_others: {
        Args: { p_order: Database["public"]["Tables"]["orders"]["Row"] }
        Returns: boolean
      }
      start_due_mailings: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      start_mailing: { Args: { p_mailing: string }; Returns: undefined }
      step_draws: { Args: Record<PropertyKey, never>; Returns: number }
      stock_alert_content: { Args: { p_alert: string }; Returns: Json }
      stock_facts: {
        Args: { p_variants: number[] }
        Returns: {
          facts: Json
          variant_id: number
        }[]
      }
      stock_report_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      stray_photos: {
        Args: { p_bucket: string; p_limit: number }
        Returns: string[]
      }
      stripe_balance_cursors: {
        Args: Record<PropertyKey, never>
        Returns: {
          entries_since: number
          payouts_since: number
        }[]
      }
      stripe_entries_for_accounts: {
        Args: { p_from: string; p_to: string }
        Returns: Json
      }
      stripe_events_seen_until: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      subscribe: {
        Args: {
          p_email: string
          p_from: Database["public"]["Enums"]["news_place"]
          p_limits: Json
        }
        Returns: string
      }
      suppress_address: {
        Args: {
          p_email: string
          p_reason: Database["public"]["Enums"]["suppression_reason"]
        }
        Returns: undefined
      }
      surplus_by_piece: {
        Args: { p_return: number }
        Returns: {
          order_id: number
          pence: number
          variant_id: number
        }[]
      }
      swap_choices: {
        Args: { p_order: number; p_variant: number }
        Returns: Json
      }
      swap_difference: {
        Args: {
          p_from: number
          p_order: number
          p_quantity: number
          p_to: number
        }
        Returns: number
      }
      swap_units: {
        Args: {
          p_event: string
          p_from: number
          p_order: number
          p_quantity: number
          p_staff: number
          p_to: number
        }
        Returns: undefined
      }
      swappable_units: {
        Args: { p_order: number; p_variant: number }
        Returns: number
      }
      swapped_mail_content: { Args: { p_event: string }; Returns: Json }
      take_attempt: { Args: { p_limits: Json }; Returns: number }
      take_back_ahead: {
        Args: { p_release: Database["public"]["Tables"]["releases"]["Row"] }
        Returns: Json
      }
      take_due_jobs: {
        Args: {
          p_job?: Database["public"]["Enums"]["job"]
          p_lease_seconds: number
        }
        Returns: {
          job: Database["public"]["Enums"]["job"]
          run: string
        }[]
      }
      take_due_order_refunds: {
        Args: { p_limit: number; p_run: string }
        Returns: {
          checkout: string
          order: number
          payment_intent: string
        }[]
      }
      take_form: {
        Args: { p_checkout: string; p_form: Json }
        Returns: undefined
      }
      take_unfinished_checkouts: {
        Args: { p_grace_seconds: number; p_limit: number; p_run: string }
        Returns: {
          id: string
          status: Database["public"]["Enums"]["checkout_status"]
          stripe_session_id: string
        }[]
      }
      tax_inside: {
        Args: { p_basis_points: number; p_total_pence: number }
        Returns: number
      }
      tax_on: {
        Args: { p_basis_points: number; p_subtotal_pence: number }
        Returns: number
      }
      tell_of_parcel: {
        Args: { p_event: string; p_parcel: number; p_staff: number }
        Returns: undefined
      }
      told_together: {
        Args: { p_parcel: number }
        Returns: {
          carrier: string
          confirmed_at: string | null
          delivered_at: string | null
          event_id: string
          id: number
          joined_to: number | null
          order_id: number
          sent_at: string
          tracking_number: string | null
          undone_at: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "parcels"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      try_login_code: {
        Args: { p_limits: Json; p_request: string; p_right: boolean }
        Returns: {
          email: string
          guesses_left: number
          user: string
          wait: number
        }[]
      }
      uk_day: { Args: { p_at: string }; Returns: string }
      undo_changes: { Args: { p_report: Json }; Returns: Json }
      undo_options: { Args: Record<PropertyKey, never>; Returns: Json }
      undo_parcel: {
        Args: {
          p_event: string
          p_parcel: Database["public"]["Tables"]["parcels"]["Row"]
          p_staff: number
        }
        Returns: undefined
      }
      undo_release: {
        Args: {
          p_fingerprint: string
          p_release: string
          p_staff: number
          p_undo: string
        }
        Returns: Json
      }
      undone_items: { Args: { p_changed: Json }; Returns: Json }
      units_to_come: { Args: { p_order: number }; Returns: Json }
      units_unsent: {
        Args: { p_variants: number[] }
        Returns: {
          units: number
          variant_id: number
        }[]
      }
      unreconciled_payouts: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          stripe_payout_id: string
        }[]
      }
      unreturned_pieces: {
        Args: { p_return: number }
        Returns: {
          order_id: number
          sent: number
          unsent: number
          variant_id: number
        }[]
      }
      unschedule_release: {
        Args: { p_release: string; p_staff: number }
        Returns: Json
      }
      unsubscribe: { Args: { p_subscription: string }; Returns: undefined }
      unsupplied_reason: { Args: { p_checkout: string }; Returns: string }
      username_taken: { Args: { p_username: string }; Returns: boolean }
      users_amiss: {
        Args: Record<PropertyKey, never>
        Returns: {
          found: string
          id: string
        }[]
      }
      values_report: { Args: { p_key: string; p_merged: Json }; Returns: Json }
      violations: {
        Args: Record<PropertyKey, never>
        Returns: {
          found: string
          invariant: string
          row: string
        }[]
      }
      void_unneeded_labels: {
        Args: { p_orders: number[]; p_staff: number }
        Returns: undefined
      }
      void_unneeded_return_label: {
        Args: { p_return: number }
        Returns: undefined
      }
      want_return_label: { Args: { p_return: number }; Returns: undefined }
      wanted_units: {
        Args: { p_items: Json; p_order: number }
        Returns: {
          quantity: number
          variant_id: number
        }[]
      }
      wants_no_review_mail: { Args: { p_email: string }; Returns: boolean }
      was_given: {
        Args: { p_order: number; p_product: number }
        Returns: boolean
      }
      welcome_mail_content: {
        Args: { p_mail: Database["public"]["Tables"]["mail_outbox"]["Row"] }
        Returns: Json
      }
      what_we_count: { Args: Record<PropertyKey, never>; Returns: Json }
      with_ahead: {
        Args: { p_ahead: Json; p_catalogue: Json; p_report: Json }
        Returns: Json
      }
      withdraw_order: {
        Args: {
          p_detail?: Json
          p_event: string
          p_items?: Json
          p_order: number
          p_proven?: boolean
        }
        Returns: Json
      }
      withdraw_review: {
        Args: { p_checkout: string; p_product: number }
        Returns: {
          folder: number
          id: string
        }[]
      }
      withdrawable_items: { Args: { p_order: number }; Returns: Json }
      withdrawable_order: {
        Args: { p_email: string; p_order: number }
        Returns: {
          can_withdraw: boolean
          created_at: string
          order: number
          units_to_return: number
          units_to_send: number
          withdraw_until: string
        }[]
      }
      withdrawable_units: {
        Args: { p_order: number }
        Returns: {
          to_cancel: number
          to_return: number
          variant_id: number
        }[]
      }
      withdrawals_due: { Args: { p_limit: number }; Returns: number[] }
      without_punctuation: { Args: { p_text: string }; Returns: string }
      write_capped_refund: {
        Args: {
          p_act: string
          p_actor: Database["public"]["Enums"]["actor"]
          p_deduction_reason?: string
          p_event: string
          p_items: Json
          p_order: number
          p_parts: Database["public"]["CompositeTypes"]["refund_parts"]
          p_reason: string
          p_return: number
          p_staff: number
        }
        Returns: undefined
      }
      write_order_refund: {
        Args: {
          p_act: string
          p_actor: Database["public"]["Enums"]["actor"]
          p_as_credit?: boolean
          p_deduction_reason?: string
          p_event: string
          p_items: Json
          p_order: number
          p_parts: Database["public"]["CompositeTypes"]["refund_parts"]
          p_reason: string
          p_return: number
          p_staff: number
        }
        Returns: undefined
      }
      write_review: {
        Args: {
          p_checkout: string
          p_product: number
          p_review: Json
          p_seen: number
        }
        Returns: undefined
      }
    }
    Enums: {
      activity_area:
        | "orders"
        | "customers"
        | "reviews"
        | "stock"
        | "catalogue"
        | "discounts"
        | "mailing"
        | "settings"
        | "staff"
        | "downloads"
      actor: "shop" | "shopper" | "staff" | "stripe"
      cancel_reason:
        | "shopper"
        | "withdrawal"
        | "sold_out"
        | "damaged"
        | "address"
        | "fraud"
        | "not_returned"
        | "other"
      catalogue_sort:
        | "newest"
        | "name"
        | "name_back"
        | "price"
        | "price_back"
        | "stock"
        | "stock_back"
        | "changed"
        | "changed_back"
      catalogue_state: "live" | "opens" | "archived"
      catalogue_stock: "in_stock" | "low" | "sold_out"
      category_kind: "category" | "collection"
      checkout_status:
        | "open"
        | "awaiting_payment"
        | "completed"
        | "released"
        | "review"
        | "refund_due"
        | "refunded"
      claim_state: "guest" | "account" | "kept"
      count_kind:
        | "seen"
        | "added"
        | "checkout"
        | "searched"
        | "searched_in_vain"
        | "referrer"
        | "campaign"
        | "referrer_added"
        | "campaign_added"
      credit_kind: "issued" | "spent" | "returned" | "expired"
      customer_event_kind:
        | "note"
        | "exported"
        | "erased"
        | "merge_asked"
        | "merged"
      discount_change: "made" | "paused" | "resumed" | "codes" | "extended"
      discount_kind: "percent" | "amount" | "free_delivery"
      download_kind:
        | "click-and-drop"
        | "customs"
        | "figures"
        | "accounts"
        | "movements"
        | "vat"
        | "xero"
        | "quickbooks"
        | "quickbooks-credits"
        | "stripe"
        | "subscribers"
      draw_place_state: "waiting" | "offered" | "bought" | "lapsed" | "refused"
      duty_payment: "we_pay" | "you_pay" | "not_sold"
      entry_kind: "sale" | "refund" | "dispute" | "fee" | "payout" | "other"
      fee_unit: "parcel" | "line"
      figure_period: "day" | "week" | "month"
      gift_card_origin: "refund" | "given"
      give_up_reason:
        | "decided"
        | "paid_back_elsewhere"
        | "reduced"
        | "refunded_before"
      goods_status:
        | "to_send"
        | "part_sent"
        | "sent"
        | "delivered"
        | "return_requested"
        | "part_returned"
        | "returned"
        | "cancelled"
      health_reason:
        | "payments"
        | "job_late"
        | "mail_late"
        | "checkout_unfinished"
        | "refund_owed"
        | "change_unbuilt"
        | "build_late"
        | "data_contradictory"
        | "payout_unreconciled"
        | "label_stuck"
        | "draw_stuck"
      hiding_reason:
        | "personal_data"
        | "abuse"
        | "unlawful"
        | "other_subject"
        | "advertising"
      job:
        | "release-sweep"
        | "mailing-sweep"
        | "site-build"
        | "mail-sweep"
        | "checkout-sweep"
        | "refund-sweep"
        | "data-prune"
        | "invariants"
        | "stock-report"
        | "cart-sweep"
        | "payout-sweep"
        | "label-sweep"
        | "review-sweep"
        | "draw-sweep"
      job_outcome: "done" | "unfinished" | "failed" | "died"
      label_carrier: "royal_mail" | "shippo"
      label_state:
        | "quoted"
        | "wanted"
        | "bought"
        | "refused"
        | "void_wanted"
        | "voided"
      logged_act:
        | "link_cancelled"
        | "template_saved"
        | "template_removed"
        | "limit_changed"
        | "delivery_cancelled"
        | "welcome_turned_on"
        | "welcome_turned_off"
        | "mailing_saved"
        | "mailing_sent"
        | "mailing_scheduled"
        | "mailing_stopped"
        | "mailing_resumed"
        | "mailing_discarded"
        | "subscriber_removed"
        | "reminders_turned_on"
        | "reminders_turned_off"
        | "app_added"
        | "own_app_removed"
        | "review_hidden"
        | "review_shown"
        | "review_answered"
        | "review_answer_removed"
        | "draw_planned"
        | "draw_cancelled"
        | "credit_given"
        | "gift_card_renewed"
      mail_kind:
        | "order"
        | "sold_out_refund"
        | "drawn_twice_refund"
        | "refund"
        | "payment_failed"
        | "confirm_email"
        | "confirm_subscription"
        | "dispatched"
        | "dispatch_undone"
        | "delivered"
        | "cancelled"
        | "swapped"
        | "order_refund"
        | "return_asked"
        | "return_received"
        | "return_refused"
        | "withdrawal_link"
        | "staff_order"
        | "staff_decision"
        | "back_in_stock"
        | "staff_release"
        | "complaint_received"
        | "staff_complaint"
        | "login_code"
        | "staff_stock"
        | "message"
        | "merge_link"
        | "payment_link"
        | "cart_left"
        | "staff_invitation"
        | "welcome"
        | "refund_failed"
        | "return_settled"
        | "review_request"
        | "review_hidden"
        | "draw_confirm"
        | "draw_receipt"
        | "draw_won"
        | "draw_lost"
        | "gift_card"
        | "gift_card_ends"
      mail_status: "due" | "sent" | "parked" | "joined"
      mailing_state: "draft" | "scheduled" | "sending" | "stopped" | "sent"
      money_status:
        | "paid"
        | "refund_due"
        | "refund_failed"
        | "part_refunded"
        | "refunded"
        | "disputed"
        | "dispute_lost"
      movement_file:
        | "movements"
        | "vat"
        | "xero"
        | "quickbooks"
        | "quickbooks-credits"
      movement_kind:
        | "sale"
        | "refund"
        | "goodwill"
        | "refund_failed"
        | "dispute_lost"
        | "credit_used"
        | "credit_given"
        | "credit_expired"
      news_place:
        | "launch page"
        | "footer"
        | "billing page"
        | "sign-up form"
        | "thank-you page"
        | "account page"
      order_event_kind:
        | "dispatched"
        | "dispatch_undone"
        | "delivered"
        | "parcel_corrected"
        | "label_corrected"
        | "email_corrected"
        | "parcel_split"
        | "parcel_joined"
        | "label_bought"
        | "label_voided"
        | "swapped"
        | "replaced"
        | "replacement_made"
        | "exchanged"
        | "exchange_made"
        | "link_made"
        | "link_paid"
        | "link_ended"
        | "gift_made"
        | "sold_in_hand"
        | "withdrawal_declared"
        | "withdrawal_undone"
        | "cancelled"
        | "refund_asked"
        | "refund_retried"
        | "refund_given_up"
        | "refund_settled_outside"
        | "refund_surplus"
        | "surplus_closed"
        | "return_asked"
        | "return_received"
        | "return_refused"
        | "return_settled"
        | "return_called_off"
        | "review_accepted"
        | "review_refunded"
        | "mail_resent"
        | "note"
        | "message"
      order_status:
        | "processing"
        | "part_dispatched"
        | "dispatched"
        | "delivered"
        | "cancelled"
        | "part_refunded"
        | "refunded"
        | "return_requested"
        | "returned"
        | "disputed"
      order_wait: "return" | "payment"
      payment_method:
        | "stripe"
        | "cash"
        | "card_reader"
        | "other"
        | "none"
        | "credit"
      payment_status: "paid" | "review" | "refund_due" | "refunded"
      recipient_state: "owed" | "sent" | "failed" | "left"
      refund_reason:
        | "cancelled"
        | "swapped"
        | "return"
        | "withdrawal"
        | "fault"
        | "missing"
        | "late"
        | "goodwill"
        | "other"
      refund_source: "shop" | "dashboard" | "outside" | "credit"
      refund_state:
        | "requested"
        | "pending"
        | "requires_action"
        | "succeeded"
        | "failed"
        | "cancelled"
      release_event:
        | "made"
        | "saved"
        | "scheduled"
        | "unscheduled"
        | "published"
        | "published_differently"
        | "failed"
        | "undone"
        | "discarded"
      release_state:
        | "draft"
        | "scheduled"
        | "published"
        | "failed"
        | "discarded"
      replacement_reason: "lost" | "damaged" | "wrong"
      return_kind: "return" | "withdrawal" | "fault"
      return_label_use: "never" | "faults" | "always"
      return_state: "asked" | "received" | "settled" | "refused" | "called_off"
      review_fit: "small" | "true" | "large"
      scan_state:
        | "announced"
        | "on_the_way"
        | "delivered"
        | "returned"
        | "failed"
      second_factor_outcome: "accepted" | "wrong"
      shipping_zone: "domestic" | "europe" | "world"
      shop_route:
        | ".netlify"
        | ".well-known"
        | "404.html"
        | "_astro"
        | "_redirects"
        | "accessibility"
        | "account"
        | "admin"
        | "all-products"
        | "api"
        | "apple-touch-icon.png"
        | "arrivals"
        | "billing"
        | "brand"
        | "build.json"
        | "buy"
        | "cart"
        | "catalogue"
        | "check-draw.mjs"
        | "complaint"
        | "confirm-email"
        | "confirm-subscription"
        | "contact-us"
        | "contact-us.md"
        | "draw"
        | "end-review-mails"
        | "end-stock-alerts"
        | "faqs"
        | "faqs.md"
        | "favicon.svg"
        | "feeds"
        | "forgot-password"
        | "gift-card"
        | "icons"
        | "index.html"
        | "journal"
        | "keep-order"
        | "launch"
        | "llms.txt"
        | "login"
        | "merchant-feed.xml"
        | "order"
        | "order-terms"
        | "pages"
        | "part.html"
        | "placeholder.jpg"
        | "privacypolicy"
        | "privacypolicy.md"
        | "product-details"
        | "productlisting"
        | "reset-password"
        | "returnpolicy"
        | "returnpolicy.md"
        | "review"
        | "reviewpolicy"
        | "robots.txt"
        | "search"
        | "search.json"
        | "share"
        | "site.webmanifest"
        | "sitemap.xml"
        | "stripesuccess"
        | "studio"
        | "termsandconditions"
        | "termsandconditions.md"
        | "unsubscribe"
        | "what-we-count"
        | "withdraw"
      staff_act:
        | "use_studio"
        | "read_orders"
        | "answer_shoppers"
        | "pack"
        | "keep_stock"
        | "see_money"
        | "move_money"
        | "export_accounts"
        | "answer_complaints"
        | "answer_reviews"
        | "edit_settings"
        | "edit_catalogue"
        | "send_mailings"
        | "give_discounts"
        | "manage_customers"
        | "manage_staff"
        | "read_activity"
        | "see_visits"
        | "file_accounts"
      staff_role: "packer" | "marketer" | "manager"
      stock_alert_end: "told" | "refused" | "undeliverable"
      stock_reason:
        | "first"
        | "sold"
        | "cancelled"
        | "returned"
        | "swapped"
        | "replaced"
        | "exchanged"
        | "given"
        | "edited"
        | "counted"
        | "damaged"
        | "lost"
        | "stolen"
        | "sample"
        | "found"
        | "delivered"
        | "other"
      suppression_reason:
        | "unsubscribed"
        | "refused_alerts"
        | "refused_reviews"
        | "bounced"
        | "complained"
      tax_display: "added" | "included"
      team_event_kind:
        | "invited"
        | "withdrawn"
        | "joined"
        | "employed"
        | "role_changed"
        | "logged_out"
        | "app_removed"
        | "left"
    }
    CompositeTypes: {
      activity: {
        at: string | null
        key: string | null
        area: Database["public"]["Enums"]["activity_area"] | null
        staff_id: number | null
        what: string | null
        about: string | null
        id: string | null
        words: string | null
      }
      refund_parts: {
        goods_pence: number | null
        tax_pence: number | null
        shipping_pence: number | null
        goodwill_pence: number | null
        deduction_pence: number | null
        deduction_tax_pence: number | null
      }
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      activity_area: [
        "orders",
        "customers",
        "reviews",
        "stock",
        "catalogue",
        "discounts",
        "mailing",
        "settings",
        "staff",
        "downloads",
      ],
      actor: ["shop", "shopper", "staff", "stripe"],
      cancel_reason: [
        "shopper",
        "withdrawal",
        "sold_out",
        "damaged",
        "address",
        "fraud",
        "not_returned",
        "other",
      ],
      catalogue_sort: [
        "newest",
        "name",
        "name_back",
        "price",
        "price_back",
        "stock",
        "stock_back",
        "changed",
        "changed_back",
      ],
      catalogue_state: ["live", "opens", "archived"],
      catalogue_stock: ["in_stock", "low", "sold_out"],
      category_kind: ["category", "collection"],
      checkout_status: [
        "open",
        "awaiting_payment",
        "completed",
        "released",
        "review",
        "refund_due",
        "refunded",
      ],
      claim_state: ["guest", "account", "kept"],
      count_kind: [
        "seen",
        "added",
        "checkout",
        "searched",
        "searched_in_vain",
        "referrer",
        "campaign",
        "referrer_added",
        "campaign_added",
      ],
      credit_kind: ["issued", "spent", "returned", "expired"],
      customer_event_kind: [
        "note",
        "exported",
        "erased",
        "merge_asked",
        "merged",
      ],
      discount_change: ["made", "paused", "resumed", "codes", "extended"],
      discount_kind: ["percent", "amount", "free_delivery"],
      download_kind: [
        "click-and-drop",
        "customs",
        "figures",
        "accounts",
        "movements",
        "vat",
        "xero",
        "quickbooks",
        "quickbooks-credits",
        "stripe",
        "subscribers",
      ],
      draw_place_state: ["waiting", "offered", "bought", "lapsed", "refused"],
      duty_payment: ["we_pay", "you_pay", "not_sold"],
      entry_kind: ["sale", "refund", "dispute", "fee", "payout", "other"],
      fee_unit: ["parcel", "line"],
      figure_period: ["day", "week", "month"],
      gift_card_origin: ["refund", "given"],
      give_up_reason: [
        "decided",
        "paid_back_elsewhere",
        "reduced",
        "refunded_before",
      ],
      goods_status: [
        "to_send",
        "part_sent",
        "sent",
        "delivered",
        "return_requested",
        "part_returned",
        "returned",
        "cancelled",
      ],
      health_reason: [
        "payments",
        "job_late",
        "mail_late",
        "checkout_unfinished",
        "refund_owed",
        "change_unbuilt",
        "build_late",
        "data_contradictory",
        "payout_unreconciled",
        "label_stuck",
        "draw_stuck",
      ],
      hiding_reason: [
        "personal_data",
        "abuse",
        "unlawful",
        "other_subject",
        "advertising",
      ],
      job: [
        "release-sweep",
        "mailing-sweep",
        "site-build",
        "mail-sweep",
        "checkout-sweep",
        "refund-sweep",
        "data-prune",
        "invariants",
        "stock-report",
        "cart-sweep",
        "payout-sweep",
        "label-sweep",
        "review-sweep",
        "draw-sweep",
      ],
      job_outcome: ["done", "unfinished", "failed", "died"],
      label_carrier: ["royal_mail", "shippo"],
      label_state: [
        "quoted",
        "wanted",
        "bought",
        "refused",
        "void_wanted",
        "voided",
      ],
      logged_act: [
        "link_cancelled",
        "template_saved",
        "template_removed",
        "limit_changed",
        "delivery_cancelled",
        "welcome_turned_on",
        "welcome_turned_off",
        "mailing_saved",
        "mailing_sent",
        "mailing_scheduled",
        "mailing_stopped",
        "mailing_resumed",
        "mailing_discarded",
        "subscriber_removed",
        "reminders_turned_on",
        "reminders_turned_off",
        "app_added",
        "own_app_removed",
        "review_hidden",
        "review_shown",
        "review_answered",
        "review_answer_removed",
        "draw_planned",
        "draw_cancelled",
        "credit_given",
        "gift_card_renewed",
      ],
      mail_kind: [
        "order",
        "sold_out_refund",
        "drawn_twice_refund",
        "refund",
        "payment_failed",
        "confirm_email",
        "confirm_subscription",
        "dispatched",
        "dispatch_undone",
        "delivered",
        "cancelled",
        "swapped",
        "order_refund",
        "return_asked",
        "return_received",
        "return_refused",
        "withdrawal_link",
        "staff_order",
        "staff_decision",
        "back_in_stock",
        "staff_release",
        "complaint_received",
        "staff_complaint",
        "login_code",
        "staff_stock",
        "message",
        "merge_link",
        "payment_link",
        "cart_left",
        "staff_invitation",
        "welcome",
        "refund_failed",
        "return_settled",
        "review_request",
        "review_hidden",
        "draw_confirm",
        "draw_receipt",
        "draw_won",
        "draw_lost",
        "gift_card",
        "gift_card_ends",
      ],
      mail_status: ["due", "sent", "parked", "joined"],
      mailing_state: ["draft", "scheduled", "sending", "stopped", "sent"],
      money_status: [
        "paid",
        "refund_due",
        "refund_failed",
        "part_refunded",
        "refunded",
        "disputed",
        "dispute_lost",
      ],
      movement_file: [
        "movements",
        "vat",
        "xero",
        "quickbooks",
        "quickbooks-credits",
      ],
      movement_kind: [
        "sale",
        "refund",
        "goodwill",
        "refund_failed",
        "dispute_lost",
        "credit_used",
        "credit_given",
        "credit_expired",
      ],
      news_place: [
        "launch page",
        "footer",
        "billing page",
        "sign-up form",
        "thank-you page",
        "account page",
      ],
      order_event_kind: [
        "dispatched",
        "dispatch_undone",
        "delivered",
        "parcel_corrected",
        "label_corrected",
        "email_corrected",
        "parcel_split",
        "parcel_joined",
        "label_bought",
        "label_voided",
        "swapped",
        "replaced",
        "replacement_made",
        "exchanged",
        "exchange_made",
        "link_made",
        "link_paid",
        "link_ended",
        "gift_made",
        "sold_in_hand",
        "withdrawal_declared",
        "withdrawal_undone",
        "cancelled",
        "refund_asked",
        "refund_retried",
        "refund_given_up",
        "refund_settled_outside",
        "refund_surplus",
        "surplus_closed",
        "return_asked",
        "return_received",
        "return_refused",
        "return_settled",
        "return_called_off",
        "review_accepted",
        "review_refunded",
        "mail_resent",
        "note",
        "message",
      ],
      order_status: [
        "processing",
        "part_dispatched",
        "dispatched",
        "delivered",
        "cancelled",
        "part_refunded",
        "refunded",
        "return_requested",
        "returned",
        "disputed",
      ],
      order_wait: ["return", "payment"],
      payment_method: [
        "stripe",
        "cash",
        "card_reader",
        "other",
        "none",
        "credit",
      ],
      payment_status: ["paid", "review", "refund_due", "refunded"],
      recipient_state: ["owed", "sent", "failed", "left"],
      refund_reason: [
        "cancelled",
        "swapped",
        "return",
        "withdrawal",
        "fault",
        "missing",
        "late",
        "goodwill",
        "other",
      ],
      refund_source: ["shop", "dashboard", "outside", "credit"],
      refund_state: [
        "requested",
        "pending",
        "requires_action",
        "succeeded",
        "failed",
        "cancelled",
      ],
      release_event: [
        "made",
        "saved",
        "scheduled",
        "unscheduled",
        "published",
        "published_differently",
        "failed",
        "undone",
        "discarded",
      ],
      release_state: ["draft", "scheduled", "published", "failed", "discarded"],
      replacement_reason: ["lost", "damaged", "wrong"],
      return_kind: ["return", "withdrawal", "fault"],
      return_label_use: ["never", "faults", "always"],
      return_state: ["asked", "received", "settled", "refused", "called_off"],
      review_fit: ["small", "true", "large"],
      scan_state: [
        "announced",
        "on_the_way",
        "delivered",
        "returned",
        "failed",
      ],
      second_factor_outcome: ["accepted", "wrong"],
      shipping_zone: ["domestic", "europe", "world"],
      shop_route: [
        ".netlify",
        ".well-known",
        "404.html",
        "_astro",
        "_redirects",
        "accessibility",
        "account",
        "admin",
        "all-products",
        "api",
        "apple-touch-icon.png",
        "arrivals",
        "billing",
        "brand",
        "build.json",
        "buy",
        "cart",
        "catalogue",
        "check-draw.mjs",
        "complaint",
        "confirm-email",
        "confirm-subscription",
        "contact-us",
        "contact-us.md",
        "draw",
        "end-review-mails",
        "end-stock-alerts",
        "faqs",
        "faqs.md",
        "favicon.svg",
        "feeds",
        "forgot-password",
        "gift-card",
        "icons",
        "index.html",
        "journal",
        "keep-order",
        "launch",
        "llms.txt",
        "login",
        "merchant-feed.xml",
        "order",
        "order-terms",
        "pages",
        "part.html",
        "placeholder.jpg",
        "privacypolicy",
        "privacypolicy.md",
        "product-details",
        "productlisting",
        "reset-password",
        "returnpolicy",
        "returnpolicy.md",
        "review",
        "reviewpolicy",
        "robots.txt",
        "search",
        "search.json",
        "share",
        "site.webmanifest",
        "sitemap.xml",
        "stripesuccess",
        "studio",
        "termsandconditions",
        "termsandconditions.md",
        "unsubscribe",
        "what-we-count",
        "withdraw",
      ],
      staff_act: [
        "use_studio",
        "read_orders",
        "answer_shoppers",
        "pack",
        "keep_stock",
        "see_money",
        "move_money",
        "export_accounts",
        "answer_complaints",
        "answer_reviews",
        "edit_settings",
        "edit_catalogue",
        "send_mailings",
        "give_discounts",
        "manage_customers",
        "manage_staff",
        "read_activity",
        "see_visits",
        "file_accounts",
      ],
      staff_role: ["packer", "marketer", "manager"],
      stock_alert_end: ["told", "refused", "undeliverable"],
      stock_reason: [
        "first",
        "sold",
        "cancelled",
        "returned",
        "swapped",
        "replaced",
        "exchanged",
        "given",
        "edited",
        "counted",
        "damaged",
        "lost",
        "stolen",
        "sample",
        "found",
        "delivered",
        "other",
      ],
      suppression_reason: [
        "unsubscribed",
        "refused_alerts",
        "refused_reviews",
        "bounced",
        "complained",
      ],
      tax_display: ["added", "included"],
      team_event_kind: [
        "invited",
        "withdrawn",
        "joined",
        "employed",
        "role_changed",
        "logged_out",
        "app_removed",
        "left",
      ],
    },
  },
} as const
