;; A plug-in around the functions of one test, which replace the line in braces. They must have one named `$plan`.
;; Addresses below 1024 are free for results.
(component
  (type $types (instance
    (type $offset (option u64))
    (type $buffer (record (field "begin-tick" s64) (field "end-tick" s64) (field "size-bytes" u64)
      (field "align-bytes" u64) (field "pinned-offset-bytes" $offset)))
    (export "buffer" (type $the-buffer (eq $buffer)))
    (type $window (record (field "lo-bytes" u64) (field "hi-bytes" u64)))
    (export "window" (type $the-window (eq $window)))
    (type $maybe-window (option $the-window))
    (type $gap (record (field "buffer" u32) (field "begin-tick" s64) (field "end-tick" s64) (field "window" $maybe-window)))
    (export "gap" (type $the-gap (eq $gap)))
    (type $buffers (list $the-buffer))
    (type $gaps (list $the-gap))
    (type $trace (record (field "buffers" $buffers) (field "gaps" $gaps) (field "capacity-bytes" $offset)))
    (export "trace" (type $the-trace (eq $trace)))
    (type $options (record (field "seed" u64) (field "time-left-ms" $offset)))
    (export "options" (type $the-options (eq $options)))
    (type $feature (enum "gaps" "pinned-offsets" "alignments"))
    (export "feature" (type $the-feature (eq $feature)))
    (type $lack (record (field "feature" $the-feature) (field "buffer" u32)))
    (export "lack" (type $the-lack (eq $lack)))
    (type $failure (variant (case "unsupported" $the-lack) (case "failed" string)))
    (export "failure" (type $the-failure (eq $failure)))))
  (import "memplan:planner/types@1.0.0" (instance $imported (type $types)))
  (alias export $imported "trace" (type $trace))
  (alias export $imported "options" (type $options))
  (alias export $imported "failure" (type $failure))
  (type $offsets (list u64))
  (import "memplan:planner/host@1.0.0" (instance $host
    (export "incumbent" (func (param "offsets-bytes" (list u64)) (result bool)))))
  (import "test:clock/clock" (instance $clock (export "now" (func (result u64)))))

  (core module $memory-module
    (memory (export "memory") 1)
    (global $top (mut i32) (i32.const 1024))
    ;; Never frees; memory grows as far as it may.
    (func (export "realloc") (param $old i32) (param $old-size i32) (param $align i32) (param $size i32) (result i32)
      (local $start i32)
      (local.set $start (i32.and (i32.add (global.get $top) (i32.const 7)) (i32.const -8)))
      (global.set $top (i32.add (local.get $start) (local.get $size)))
      (block $fits
        (br_if $fits (i32.le_u (global.get $top) (i32.mul (memory.size) (i32.const 65536))))
        (br_if $fits (i32.ne (i32.const -1)
          (memory.grow (i32.add (i32.shr_u (local.get $size) (i32.const 16)) (i32.const 1)))))
        (unreachable))
      (local.get $start)))
  (core instance $env (instantiate $memory-module))
  (alias core export $env "memory" (core memory $memory))
  (alias core export $env "realloc" (core func $realloc))
  (core func $incumbent (canon lower (func $host "incumbent") (memory $memory) (realloc $realloc)))
  (core func $now (canon lower (func $clock "now")))

  (core module $planner
    (import "env" "memory" (memory 1))
    (import "host" "incumbent" (func $incumbent (param $offsets i32) (param $n i32) (result i32)))
    (import "clock" "now" (func $now (result i64)))
    ;; Returns a list of offsets.
    (func $done (param $offsets i32) (param $n i32) (result i32)
      (i32.store8 (i32.const 0) (i32.const 0))
      (i32.store (i32.const 4) (local.get $offsets))
      (i32.store (i32.const 8) (local.get $n))
      (i32.const 0))
    {functions}
    (export "plan" (func $plan)))
  (core instance $host-core (export "incumbent" (func $incumbent)))
  (core instance $clock-core (export "now" (func $now)))
  (core instance $main (instantiate $planner
    (with "env" (instance $env)) (with "host" (instance $host-core)) (with "clock" (instance $clock-core))))
  (func $plan (param "trace" $trace) (param "options" $options) (result (result $offsets (error $failure)))
    (canon lift (core func $main "plan") (memory $memory) (realloc $realloc)))
  (instance $exported
    (export "trace" (type $trace)) (export "options" (type $options)) (export "failure" (type $failure))
    (export "plan" (func $plan)))
  (export "memplan:planner/planner@1.0.0" (instance $exported)))
