; Copies one element between two buffers of a merged allocation.
define void @f(ptr %arena) {
  %b = getelementptr i8, ptr %arena, i64 64
  %x = load float, ptr %b, align 4
  store float %x, ptr %arena, align 4
  ret void
}
